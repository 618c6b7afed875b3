/** Turns what happened here into an activity: its bytes are stored once, and a delivery promised for each inbox. */
import { insertActivity } from '../db/sql/deliveries.ts';
import { db } from '../db/statement.ts';
import { getKeyPairs } from '../domain/accounts/keys.ts';
import type { Happening } from '../jobs/happening.ts';
import { config } from '../lib/config.ts';
import { failpoint } from '../lib/failpoint.ts';
import { listInboxes } from './delivery/list.ts';
import type { JsonObject } from './json.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import { compose } from './outgoing.ts';
import { prove } from './seal/prove.ts';
import { forMany } from './seal/seal.ts';

/** For accounts addressed but not loaded yet, in ms: their inboxes are looked for again, ever more rarely. */
const firstLook = 5_000;
const lastLook = 24 * 3_600_000;

/** May run any number of times: the bytes stay those of the first, and inboxes listed before are left alone. */
export async function send(happening: Happening): Promise<'done' | { again: Date }> {
  const composed = await compose(happening);
  if (composed === null) return 'done';
  if (composed === 'unnamed') return { again: new Date(Date.now() + firstLook) };

  const { author, objectIri, json, isPublic, recipients } = composed;
  const iri = happening.activity;
  const body = JSON.stringify(await sealed(composed));
  const [activity] = await insertActivity(db, iri, author.id, String(json.type), objectIri, body, isPublic);
  failpoint('activity_stored');
  if (!config.federates) return 'done';

  const unreachable = await listInboxes(activity!.id, author.id, recipients);
  return unreachable === 0 ? 'done' : lookAgain(activity!.created_at);
}

/** Others may pass on what all may see; what is said between few stays deniable (FEP-8b32, privacy considerations). */
async function sealed({ author, json, isPublic }: Outgoing): Promise<JsonObject> {
  if (!isPublic || !forMany.has(String(json.type))) return json;
  const { ed25519 } = await getKeyPairs(author.id);
  return prove(json, ed25519);
}

function lookAgain(createdAt: Date): 'done' | { again: Date } {
  const age = Date.now() - createdAt.getTime();
  return age > lastLook ? 'done' : { again: new Date(Date.now() + Math.max(firstLook, age / 2)) };
}
