/** Parses the type of an item: `recipe` or `Recipe`. */
import { z } from '@hono/zod-openapi';
import type { EventableType } from '../../domain/items/eventable.ts';
import { eventableKinds } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';

const types: readonly string[] = eventableKinds;

export const eventableTypeInput = z
  .string()
  .transform((value) => value.toLowerCase() as EventableType)
  .refine((value) => types.includes(value), {
    error: () => t('errors.must-be-one-of-values', { values: types.join(', ') }),
  })
  .openapi({ enum: [...types] });
