/** Converts preparations to and from ActivityPub objects. */
import type { Preparation } from '../../domain/items/eventable.ts';
import type { JsonObject, Reading } from '../json-ld/json.ts';
import type { CommonReading } from './common-fields.ts';
import { type CookedRecipe, readCooked, toCooked } from './cooked.ts';
import type { RemoteObject } from './remote-object.ts';

export const toPreparation = (preparation: Preparation, recipe: CookedRecipe | null): JsonObject =>
  toCooked(preparation, recipe);

export const readPreparation = (json: JsonObject, common: CommonReading): Reading<RemoteObject> =>
  readCooked('preparation', json, common);
