/** Reads activities of remote servers. */
import { hash } from 'node:crypto';
import {
  dateOf,
  firstOf,
  iriOf,
  isObject,
  isPublic,
  type JsonObject,
  member,
  type Reading,
  refused,
  typesOf,
  understood,
} from './json-ld/json.ts';
import { readAddressees } from './objects/common-fields.ts';

/** The fields that are needed before the sender is verified. */
interface ActivityHead {
  id: string | null;
  /** Short name; of several types the first that is supported. */
  type: string;
  actorIri: string;
  object: string | JsonObject | null;
  objectIri: string | null;
  json: JsonObject;
}

export interface ReceivedActivity extends ActivityHead {
  targetIri: string | null;
  /** IRIs in `to` and `cc`, without the public collection. */
  addressees: string[];
  public: boolean;
  publishedAt: Date | null;
}

interface TypeRules {
  /** Other servers than the actor's may send it. Follow, Block and Move concern two accounts only. */
  isForwardable?: true;
  /** Real servers send it again under the same id after it was undone, sometimes with the same bytes. */
  isRepeatable?: true;
}

/** The supported activity types. */
const activityTypes = {
  Create: { isForwardable: true },
  Update: { isForwardable: true },
  Delete: { isForwardable: true },
  Announce: { isForwardable: true, isRepeatable: true },
  Like: { isForwardable: true, isRepeatable: true },
  EmojiReact: { isForwardable: true, isRepeatable: true },
  Dislike: {},
  Follow: { isRepeatable: true },
  Accept: { isRepeatable: true },
  Reject: { isRepeatable: true },
  Block: { isRepeatable: true },
  Undo: { isForwardable: true, isRepeatable: true },
  Move: {},
  Flag: {},
  Add: { isRepeatable: true },
  Remove: { isRepeatable: true },
  QuoteRequest: {},
} satisfies Record<string, TypeRules>;
export type ActivityType = keyof typeof activityTypes;

export const isActivityType = (type: string): type is ActivityType => Object.hasOwn(activityTypes, type);

const rulesOf = (type: string): TypeRules => (isActivityType(type) ? activityTypes[type] : {});
export const isForwardable = (type: string): boolean => rulesOf(type).isForwardable === true;
export const isRepeatable = (type: string): boolean => rulesOf(type).isRepeatable === true;

/** What stands for the id of an activity that has none of the web: made from that id, such as `urn:…`, or the body. */
export const standInIri = (actorIri: string, of: string | Uint8Array): string =>
  `${actorIri.replace(/#.*$/, '')}#sha256-${hash('sha256', of, 'hex')}`;

export function readActivity(json: unknown): Reading<ReceivedActivity> {
  const head = readHead(json);
  if (!head.ok) return head;

  const activity = head.value.json;
  return understood({
    ...head.value,
    targetIri: iriOf(member(activity, 'target')),
    addressees: readAddressees(activity),
    public: isPublic(member(activity, 'to')) || isPublic(member(activity, 'cc')),
    publishedAt: dateOf(member(activity, 'published')),
  });
}

export function readHead(json: unknown): Reading<ActivityHead> {
  if (!isObject(json)) return refused('is not an object');

  const types = typesOf(json);
  const type = types.find(isActivityType) ?? types[0];
  if (type === undefined) return refused('has no type');
  const actorIri = iriOf(member(json, 'actor'));
  if (actorIri === null) return refused('has no actor');

  // A Move without an object moves its actor.
  const object = firstOf(member(json, 'object')) ?? (type === 'Move' ? actorIri : undefined);
  if (isActivityType(type) && object === undefined) return refused(`${type} has no object`);

  return understood({
    id: iriOf(member(json, 'id')),
    type,
    actorIri,
    object: isObject(object) || typeof object === 'string' ? object : null,
    objectIri: iriOf(object),
    json,
  });
}
