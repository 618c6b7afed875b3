/** Activities as other servers send them. */
import { readAddressees } from './audience.ts';
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
} from './json.ts';

/** What an activity is, as far as that must be known before it is believed. */
export interface ActivityHead {
  id: string | null;
  /** In its short name; of several the first that means something here. */
  type: string;
  actorIri: string;
  object: string | JsonObject | null;
  objectIri: string | null;
  json: JsonObject;
}

export interface ReceivedActivity extends ActivityHead {
  targetIri: string | null;
  /** Addressees, with the public left out. */
  addressees: string[];
  public: boolean;
  publishedAt: Date | null;
}

/** What may arrive in an inbox and mean something here. */
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
  if (!isObject(json)) return refused('is no object');

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
