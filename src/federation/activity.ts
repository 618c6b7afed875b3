/** Reads activities of remote servers. */
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
export interface ActivityHead {
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

/** The supported activity types. */
const activityTypes = [
  'Create',
  'Update',
  'Delete',
  'Announce',
  'Like',
  'EmojiReact',
  'Dislike',
  'Follow',
  'Accept',
  'Reject',
  'Block',
  'Undo',
  'Move',
  'Flag',
  'Add',
  'Remove',
  'QuoteRequest',
] as const;
export type ActivityType = (typeof activityTypes)[number];

export function isActivityType(type: string): type is ActivityType {
  return (activityTypes as readonly string[]).includes(type);
}

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

  const object = firstOf(member(json, 'object'));
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
