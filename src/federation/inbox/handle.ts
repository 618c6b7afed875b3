/** Does what an accepted activity says, and tells what became of it. */
import type { InboundRow } from '../../db/sql/inbound.ts';
import { type Account, findAccountByIri } from '../../domain/accounts/account.ts';
import { DomainError } from '../../lib/errors.ts';
import { isActivityType, readActivity } from '../activity.ts';
import { compacted } from '../compact.ts';
import type { JsonObject } from '../json.ts';
import { readSignedPart } from '../seal/linked-data.ts';
import type { Outcome } from './activity.ts';
import { forward } from './forward.ts';
import { inTurn } from './in-turn.ts';
import { inbox } from './index.ts';

/** Throws only for what is our own fault or may pass: then the job is tried again. */
export async function handle(row: InboundRow): Promise<Outcome | { again: Date }> {
  return inTurn(row.actor_iri, () => handleOutOfTurn(row));
}

/** As processes do that know nothing of each other's turns. */
export async function handleOutOfTurn(row: InboundRow): Promise<Outcome | { again: Date }> {
  try {
    return await perform(row);
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') return 'refused';
    throw error;
  }
}

async function perform(row: InboundRow): Promise<Outcome | { again: Date }> {
  const actor = await findAccountByIri(row.actor_iri);
  const json = JSON.parse(row.body) as JsonObject;
  // The very bytes that were accepted, as far as they are believed.
  const reading = readActivity(await (row.signed_part_only ? readSignedPart(json) : compacted(json)));
  if (!actor?.iri || actor.deletedAt) return 'ignored';
  if (!reading.ok || !isActivityType(reading.value.type)) return 'refused';
  if (actor.suspendedAt && !mayComeBack(actor, reading.value.objectIri)) return 'ignored';

  const { activity_iri: id, received_at: receivedAt } = row;
  const activity = { ...reading.value, id, actor: { ...actor, iri: actor.iri }, receivedAt };
  await forward(activity, json, row.body);
  return inbox[reading.value.type](activity);
}

/** Whom its own server hides is heard only about itself: that it is shown again, or gone. */
const mayComeBack = ({ iri, suspendedThere }: Account, objectIri: string | null) =>
  suspendedThere && objectIri === iri;
