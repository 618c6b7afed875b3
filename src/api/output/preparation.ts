/** Serialises preparations. */
import type { z } from '@hono/zod-openapi';
import type { Preparation } from '../../domain/items/eventable.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { cookedExample, cookedOutput, toCookedOutput } from './cooked.ts';

export const preparationOutput = namedSchema(
  'preparation_output',
  cookedOutput,
  cookedExample('preparation', 25),
);
export type PreparationOutput = z.output<typeof preparationOutput>;

export const toPreparationOutput = (preparation: Preparation): PreparationOutput =>
  toCookedOutput(preparation);
