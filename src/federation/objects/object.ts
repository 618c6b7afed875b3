/** Converts items to and from ActivityPub objects. */
import type { Eventable, EventableType } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/read.ts';
import {
  isObject,
  isSchemaRecipe,
  type JsonObject,
  listOf,
  member,
  type Reading,
  refused,
  typesOf,
} from '../json-ld/json.ts';
import { type CommonReading, readCommon } from './common-fields.ts';
import {
  type CookedRecipe,
  cookedTypes,
  readBaking,
  readPreparation,
  readStatus,
  toBaking,
  toPreparation,
  toStatus,
} from './cooked.ts';
import { type Addressed, type ReplyIri, toReplies } from './parts.ts';
import { readRecipe, toRecipe } from './recipe.ts';
import type { ReadOptions, RemoteObject } from './remote-object.ts';

const bakingNames = [cookedTypes.baking, 'potluck:Baking'];
const preparationNames = [cookedTypes.preparation, 'potluck:Preparation'];
const statusTypes = ['Note', 'Article', 'Page', 'Question', 'Image', 'Video', 'Audio', 'Event', 'Document'];

type Read = (json: JsonObject, common: CommonReading) => Reading<RemoteObject>;

const readers: { [Type in EventableType]: Read } = {
  recipe: readRecipe,
  preparation: readPreparation,
  baking: readBaking,
  status: readStatus,
};

/** What an object says about other objects. */
export interface Related {
  /** The recipe that was cooked. */
  recipe?: CookedRecipe | null;
  /** The author of the parent post. */
  answered?: Addressed | null;
  /** What a status quotes. */
  quote?: Quote | null;
  /** The first public replies, at most `maxInlineReplies`. */
  replies?: ReplyIri[];
}

/** Returns an object without `@context`. */
export function toObject(item: Eventable, related: Related = {}): JsonObject {
  const { replies = [] } = related;
  return { ...toItem(item, related), replies: toReplies(item.iri!, item.repliesCount, replies) };
}

function toItem(item: Eventable, { recipe = null, answered = null, quote = null }: Related): JsonObject {
  switch (item.type) {
    case 'recipe':
      return toRecipe(item);
    case 'preparation':
      return toPreparation(item, recipe);
    case 'baking':
      return toBaking(item, recipe);
    case 'status':
      return toStatus(item, answered, quote);
  }
}

/** Never throws. The caller must check that author and object have the same origin. */
export function readObject(json: unknown, options: ReadOptions = {}): Reading<RemoteObject> {
  if (!isObject(json)) return refused('is not an object');

  const kind = kindOf(json);
  if (kind === null) return refused(`has the unsupported type ${typesOf(json).join(', ') || '(none)'}`);

  const common = readCommon(json, options);
  if (!common.ok) return common;

  // Only a status can be direct.
  return readers[common.value.visibility === 'direct' ? 'status' : kind](json, common.value);
}

function kindOf(json: JsonObject): EventableType | null {
  const types = [...listOf(member(json, 'type')), ...listOf(member(json, 'additionalType'))].filter(
    (type) => typeof type === 'string',
  );
  if (types.some((type) => bakingNames.includes(type))) return 'baking';
  if (types.some((type) => preparationNames.includes(type))) return 'preparation';
  if (types.some(isSchemaRecipe)) return 'recipe';
  return typesOf(json).some((type) => statusTypes.includes(type)) ? 'status' : null;
}
