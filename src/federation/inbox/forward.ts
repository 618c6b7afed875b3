/** Forwards activities about a local account's item to its followers (ActivityPub §7.1.2). */
import { takeQuota } from '../../db/sql/access.ts';
import { insertActivity } from '../../db/sql/deliveries.ts';
import { selectForwarders } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { listAuthorizedQuotes } from '../../domain/statuses/quotes.ts';
import { config } from '../../lib/config.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { isForwardable } from '../activity.ts';
import { enqueueDeliveries } from '../deliver/send.ts';
import { iriOf, isObject, type JsonObject, listOf, member, typesOf } from '../json-ld/json.ts';
import { isProvenBy, readProofs } from '../verify/proof.ts';
import type { Accepted } from './activity.ts';

/** These also go to the recipients of the activity or object that they are about. */
const later = new Set(['Update', 'Delete', 'Undo']);

const maxTags = 20;
/** An approval is about one quote; other servers may claim more. */
const maxQuotes = 3;
/** One activity may cause a delivery to every server with followers, so size and number are limited. */
export const maxForwardedBytes = 64 * 1_024;
export const maxPerHour = 100;
export const maxPerHostAndHour = 500;
const windowSeconds = 3_600;

/**
 * Forwards the original bytes, because recipients verify the proof in them; without a valid proof nothing is forwarded.
 * Runs before the activity takes effect, because a Delete removes the rows that name the recipients. Idempotent.
 */
export async function forward(activity: Accepted, raw: JsonObject, body: string): Promise<void> {
  const { id, type, actor, objectIri, addressees } = activity;
  if (!config.federates || !isForwardable(type) || !isItsOwn(activity) || undoesFollow(activity)) return;
  const addressed = addressees.map(followeeOf).filter((owner) => owner !== null);
  // Earlier recipients of the item may be excluded from a private Update.
  const goesOn = type === 'Update' ? activity.public : later.has(type);
  const formerly = goesOn && objectIri !== null && !isLocalIri(objectIri) ? objectIri : null;
  if ((addressed.length === 0 && formerly === null) || readProofs(raw).length === 0) return;
  if (Buffer.byteLength(body) > maxForwardedBytes) return;

  const { host } = new URL(actor.iri);
  const notEnded = type === 'Delete' || type === 'Undo' ? [] : [id, objectIri].filter((iri) => iri !== null);
  const concerned = concernedBy(activity);
  const owners = await selectForwarders(db, actor.id, concerned, formerly, addressed, notEnded, actor.iri);
  const audiences = [
    ...owners.map(({ id: ownerId, addressed: toFollowers }) => ({ ownerId, toFollowers, formerly })),
    ...(type === 'Delete' && formerly !== null ? await listQuoteAudiences(formerly, actor.id) : []),
  ];
  if (audiences.length === 0 || !(await isProvenBy(actor.iri, raw)) || !(await mayForward(actor.iri, host))) return;

  const about = objectIri !== null && isLocalIri(objectIri) ? null : objectIri;
  const [stored] = await insertActivity(db, id, audiences[0]!.ownerId, type, about, body, false);
  for (const { ownerId, ...audience } of audiences) {
    await enqueueDeliveries(stored!.id, ownerId, {
      ...audience,
      spared: { followers: false, ids: [actor.id] },
    });
  }
}

/** The servers that have a quoting status must learn that its approval was deleted (FEP-044f). */
async function listQuoteAudiences(authorizationIri: string, quotedAuthorId: number) {
  const quotes = await listAuthorizedQuotes(authorizationIri, quotedAuthorId);
  return quotes
    .filter(({ has_audience }) => has_audience)
    .slice(0, maxQuotes)
    .map(({ account_id: ownerId, iri: formerly }) => ({ ownerId, toFollowers: true, formerly }));
}

/** Create, Update and Delete apply to objects of the actor's own origin only. */
const isItsOwn = ({ type, actor, objectIri }: Accepted): boolean =>
  !['Create', 'Update', 'Delete'].includes(type) ||
  (objectIri !== null && objectIri !== actor.iri && originOf(objectIri) === originOf(actor.iri));

/** An Undo of a Follow concerns no item. */
const undoesFollow = ({ type, object }: Accepted): boolean =>
  type === 'Undo' && isObject(object) && typesOf(object).includes('Follow');

function followeeOf(iri: string): number | null {
  const id = isLocalIri(iri) ? /^\/users\/([1-9]\d{0,15})\/followers$/.exec(new URL(iri).pathname)?.[1] : undefined;
  return id === undefined ? null : Number(id);
}

function concernedBy({ object, objectIri }: Accepted): string[] {
  const tagged = listOf(member(object, 'tag')).map((tag) => iriOf(member(tag, 'href')));
  const ours = tagged.filter((iri) => iri !== null && isLocalIri(iri)).slice(0, maxTags);
  return [objectIri, iriOf(member(object, 'inReplyTo')), iriOf(member(object, 'object')), ...ours].filter(
    (iri) => iri !== null,
  );
}

/** Counted in PostgreSQL: every worker forwards, and one activity causes many requests. */
const mayForward = async (actorIri: string, host: string): Promise<boolean> =>
  (await takeQuota(db, forwardedKey(actorIri), maxPerHour, windowSeconds)).length > 0 &&
  (await takeQuota(db, forwardedKey(host), maxPerHostAndHour, windowSeconds)).length > 0;

/** Of an actor or a host. */
export const forwardedKey = (of: string): string => JSON.stringify(['forwarded', of]);
