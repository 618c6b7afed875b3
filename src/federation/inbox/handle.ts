/** Handles a received activity. */
import { isForeignKeyViolation } from '../../db/errors.ts';
import type { InboundRow } from '../../db/sql/federation.ts';
import { type Account, findAccountByIri } from '../../domain/accounts/account.ts';
import { DomainError } from '../../lib/errors.ts';
import { type ActivityType, isActivityType, type ReceivedActivity, readActivity } from '../activity.ts';
import { compacted } from '../json-ld/compact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { Refusal } from '../request.ts';
import { readSignedPart } from '../verify/proof.ts';
import type { OnActivity, Outcome } from './activity.ts';
import { forward } from './forward.ts';
import { onAccept, onAnnounce, onBlock, onEmojiReact, onFollow, onLike, onReject, onUndo } from './interactions.ts';
import { onCreate, onDelete, onFeatured, onFlag, onMove, onQuoteRequest, onUpdate } from './items.ts';

// Handles the activities of one actor in the order of their arrival

const lastOf = new Map<string, Promise<unknown>>();

async function inOrderPerActor<T>(actorIri: string, work: () => Promise<T>): Promise<T> {
  const previous = (lastOf.get(actorIri) ?? Promise.resolve()).then(work, work);
  lastOf.set(actorIri, previous);
  try {
    return await previous;
  } finally {
    if (lastOf.get(actorIri) === previous) lastOf.delete(actorIri);
  }
}

// Maps each activity type to its handler

/** Dislikes are not counted. */
const unsupported: OnActivity = async () => 'unsupported';

export const inbox: Record<ActivityType, OnActivity> = {
  Accept: onAccept,
  Add: onFeatured,
  Announce: onAnnounce,
  Block: onBlock,
  Create: onCreate,
  Delete: onDelete,
  Dislike: unsupported,
  EmojiReact: onEmojiReact,
  Flag: onFlag,
  Follow: onFollow,
  Like: onLike,
  Move: onMove,
  QuoteRequest: onQuoteRequest,
  Reject: onReject,
  Remove: onFeatured,
  Undo: onUndo,
  Update: onUpdate,
};

// Handles a stored activity and returns the outcome

/** A stored activity, and its actor if it was just read. */
export type Received = InboundRow & { actor?: Account };

/** Throws only for local or temporary failures, so that the job is retried. */
export async function handle(received: Received): Promise<Outcome | { again: Date }> {
  const { actor: _, ...row } = received;
  // An earlier activity may change the actor.
  const isFirst = !lastOf.has(row.actor_iri);
  return inOrderPerActor(row.actor_iri, () => handleUnordered(isFirst ? received : row));
}

/** Handles without the per-actor order, as two processes may do. */
export async function handleUnordered(received: Received): Promise<Outcome | { again: Date }> {
  const { actor, ...row } = received;
  try {
    return await perform(row, actor).catch((error: unknown) => {
      // The object was deleted between the look-up and the write, so it is looked up again.
      if (isForeignKeyViolation(error)) return perform(row);
      throw error;
    });
  } catch (error) {
    // Too many documents wait to be read, which is no failure of this one.
    if (error instanceof Refusal && error.status === 429)
      return { again: new Date(Date.now() + 1_000 + Math.random() * 4_000) };
    if (error instanceof DomainError && error.code !== 'unavailable') return 'refused';
    throw error;
  }
}

async function perform(row: InboundRow, known?: Account): Promise<Outcome | { again: Date }> {
  const actor = known ?? (await findAccountByIri(row.actor_iri));
  const json = JSON.parse(row.body) as JsonObject;
  const reading = readActivity(await readJson(row, json));
  if (!actor?.iri || actor.deletedAt) return 'ignored';
  if (!reading.ok || !isActivityType(reading.value.type)) return 'refused';
  if (actor.suspendedAt && !mayComeBack(actor, reading.value.objectIri)) return 'ignored';

  const { activity_iri: id, received_at: receivedAt } = row;
  const sentAt = sentAtOf(reading.value, row);
  const activity = { ...reading.value, id, actor: { ...actor, iri: actor.iri }, receivedAt, sentAt };
  await forward(activity, json, row.body);
  return inbox[reading.value.type](activity);
}

/** Returns the compacted activity, or the part of it that its proof covers. */
const readJson = ({ verified_by_ld_signature: isPartlySigned, actor_iri: sender }: InboundRow, json: JsonObject) =>
  isPartlySigned ? readSignedPart(json, sender) : compacted(json, sender);

/** In whole seconds, because signatures have no others. A `published` after the signature is not believed. */
function sentAtOf({ publishedAt }: ReceivedActivity, { signed_at: signedAt }: InboundRow): Date {
  const at = Math.min(publishedAt?.getTime() ?? Number.POSITIVE_INFINITY, signedAt.getTime());
  return new Date(Math.floor(at / 1_000) * 1_000);
}

/** A suspended remote account may only update or delete itself. */
const mayComeBack = ({ iri, suspendedByHost }: Account, objectIri: string | null) =>
  suspendedByHost && objectIri === iri;
