/** Passes on to a member's followers what concerns an item of the member's (ActivityPub 7.1.2). */
import { insertActivity } from '../../db/sql/deliveries.ts';
import { listForwarders } from '../../db/sql/forwarding.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { expiringMap } from '../../lib/expiring-map.ts';
import { isOurs, originOf } from '../../lib/iris.ts';
import { listInboxes } from '../delivery/list.ts';
import { iriOf, isObject, type JsonObject, listOf, member, typesOf } from '../json.ts';
import { sealsOf } from '../seal/seals.ts';
import type { Accepted } from './activity.ts';

/** What is said of what was said before goes where that went. */
const later = new Set(['Update', 'Delete', 'Undo']);
const forwardable = new Set(['Create', 'Announce', 'Like', 'EmojiReact', ...later]);

const maxTags = 20;
/** Each may cost as many deliveries as a member has servers of followers. */
export const mostPerHour = 100;
const counts = expiringMap<string, number>({ max: 5_000, ttl: 3_600_000 });

/**
 * As it came, for others believe only the seal it bears; without one it stays here. Before it takes effect, for what a
 * Delete is about is not to be found any more afterwards. May run any number of times.
 */
export async function forward(activity: Accepted, raw: JsonObject, body: string): Promise<void> {
  const { id, type, actor, objectIri, addressees } = activity;
  if (!config.federates || !forwardable.has(type) || !isItsOwn(activity) || undoesFollow(activity)) return;
  const addressed = addressees.map(followeeOf).filter((owner) => owner !== null);
  // Who got an item may not be among those whom its Update is for.
  const goesOn = type === 'Update' ? activity.public : later.has(type);
  const formerly = goesOn && objectIri !== null && !isOurs(objectIri) ? objectIri : null;
  if ((addressed.length === 0 && formerly === null) || sealsOf(raw).length === 0) return;

  const count = counts.get(actor.iri) ?? 0;
  if (count >= mostPerHour) return;
  const notEnded = type === 'Delete' || type === 'Undo' ? [] : [id, objectIri].filter((iri) => iri !== null);
  const concerned = concernedBy(activity);
  const owners = await listForwarders(db, actor.id, concerned, formerly, addressed, notEnded, actor.iri);
  if (owners.length === 0) return;

  counts.set(actor.iri, count + 1);
  const about = objectIri !== null && isOurs(objectIri) ? null : objectIri;
  const [stored] = await insertActivity(db, id, owners[0]!.id, type, about, body, false);
  for (const owner of owners) {
    const recipients = { toFollowers: owner.addressed, addressedIds: [], formerly, personally: false };
    await listInboxes(stored!.id, owner.id, { ...recipients, spared: { followers: false, ids: [actor.id] } });
  }
}

/** Nobody publishes, changes or deletes what is of another origin. */
const isItsOwn = ({ type, actor, objectIri }: Accepted): boolean =>
  !['Create', 'Update', 'Delete'].includes(type) ||
  (objectIri !== null && objectIri !== actor.iri && originOf(objectIri) === originOf(actor.iri));

/** Which is no matter of anybody's items. */
const undoesFollow = ({ type, object }: Accepted): boolean =>
  type === 'Undo' && isObject(object) && typesOf(object).includes('Follow');

function followeeOf(iri: string): number | null {
  const id = isOurs(iri)
    ? /^\/users\/([1-9]\d{0,15})\/followers$/.exec(new URL(iri).pathname)?.[1]
    : undefined;
  return id === undefined ? null : Number(id);
}

function concernedBy({ object, objectIri }: Accepted): string[] {
  const tagged = listOf(member(object, 'tag')).map((tag) => iriOf(member(tag, 'href')));
  const ours = tagged.filter((iri) => iri !== null && isOurs(iri)).slice(0, maxTags);
  return [objectIri, iriOf(member(object, 'inReplyTo')), iriOf(member(object, 'object')), ...ours].filter(
    (iri) => iri !== null,
  );
}

export function forgetForwarded(): void {
  counts.clear();
}
