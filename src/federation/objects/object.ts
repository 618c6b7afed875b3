/** Objects of ActivityPub to and from the things people publish here. */
import type { Eventable, EventableType } from '../../domain/eventables/eventable.ts';
import { isObject, type JsonObject, listOf, member, type Reading, refused, typesOf } from '../json.ts';
import { isSchemaRecipe } from '../terms.ts';
import { readBaking, toBaking } from './baking.ts';
import { type CommonReading, readCommon } from './common.ts';
import { type CookedRecipe, cookedTypes } from './cooked.ts';
import { readPreparation, toPreparation } from './preparation.ts';
import { readRecipe, toRecipe } from './recipe.ts';
import type { Circumstances, RemoteObject } from './remote-object.ts';
import { readStatus, toStatus } from './status.ts';
import type { Addressed } from './tags.ts';

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

/** Of a preparation or baking the recipe cooked is wanted too, of a status the author of what it answers. */
export type Around = [recipe?: CookedRecipe | null, answered?: Addressed | null];

/** Without `@context`, to embed or to complete. */
export function toObject(item: Eventable, ...[recipe = null, answered = null]: Around): JsonObject {
  switch (item.type) {
    case 'recipe':
      return toRecipe(item);
    case 'preparation':
      return toPreparation(item, recipe);
    case 'baking':
      return toBaking(item, recipe);
    case 'status':
      return toStatus(item, answered);
  }
}

/** Never throws. Whether the author may speak for the object's origin is for the caller to check. */
export function readObject(json: unknown, circumstances: Circumstances = {}): Reading<RemoteObject> {
  if (!isObject(json)) return refused('is no object');

  const kind = kindOf(json);
  if (kind === null) return refused(`${typesOf(json).join(', ') || 'without a type'} is nothing we show`);

  const common = readCommon(json, circumstances);
  if (!common.ok) return common;

  // Only a status may be for its addressees alone.
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
