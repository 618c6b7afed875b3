/** The kind of an item as a client names it: `recipe`, also `Recipe`. */
import { z } from '@hono/zod-openapi';
import type { EventableType } from '../../domain/eventables/eventable.ts';
import { eventableKinds } from '../../lib/iris.ts';

const types: readonly string[] = eventableKinds;

export const typeName = z
  .string()
  .transform((value) => value.toLowerCase() as EventableType)
  .refine((value) => types.includes(value), `must be one of: ${types.join(', ')}`)
  .openapi({ enum: [...types] });
