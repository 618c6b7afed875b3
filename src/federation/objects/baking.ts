/** Converts bakings to and from ActivityPub objects. */
import type { Baking } from '../../domain/items/eventable.ts';
import type { JsonObject, Reading } from '../json-ld/json.ts';
import type { CommonReading } from './common-fields.ts';
import { type CookedRecipe, readCooked, toCooked } from './cooked.ts';
import type { RemoteObject } from './remote-object.ts';

export const toBaking = (baking: Baking, recipe: CookedRecipe | null): JsonObject => toCooked(baking, recipe);

export const readBaking = (json: JsonObject, common: CommonReading): Reading<RemoteObject> =>
  readCooked('baking', json, common);
