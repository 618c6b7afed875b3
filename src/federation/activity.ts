/** Activities as other servers send them. */
import { readAddressees } from './audience.ts';
import {
  dateOf,
  firstOf,
  iriOf,
  isObject,
  isPublic,
  type JsonObject,
  listOf,
  member,
  type Reading,
  refused,
  typesOf,
  understood,
} from './json.ts';

export interface ReceivedActivity {
  id: string | null;
  /** In its short name; of several the first that means something here. */
  type: string;
  actorIri: string;
  object: string | JsonObject | null;
  objectIri: string | null;
  /** IRIs of everything acted on; only Flag names several. */
  objectIris: string[];
  targetIri: string | null;
  /** Addressees, with the public left out. */
  addressees: string[];
  public: boolean;
  publishedAt: Date | null;
  json: JsonObject;
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
  return activityTypes.some((each) => each === type);
}

export function readActivity(json: unknown): Reading<ReceivedActivity> {
  if (!isObject(json)) return refused('is no object');

  const types = typesOf(json);
  const type = types.find(isActivityType) ?? types[0];
  if (type === undefined) return refused('has no type');
  const actorIri = iriOf(member(json, 'actor'));
  if (actorIri === null) return refused('has no actor');

  const given = member(json, 'object');
  const object = firstOf(given);
  if (isActivityType(type) && object === undefined) return refused(`${type} has no object`);

  return understood({
    id: iriOf(member(json, 'id')),
    type,
    actorIri,
    object: isObject(object) || typeof object === 'string' ? object : null,
    objectIri: iriOf(object),
    objectIris: listOf(given)
      .map(iriOf)
      .filter((iri) => iri !== null),
    targetIri: iriOf(member(json, 'target')),
    addressees: readAddressees(json),
    public: isPublic(member(json, 'to')) || isPublic(member(json, 'cc')),
    publishedAt: dateOf(member(json, 'published')),
    json,
  });
}
