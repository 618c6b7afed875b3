/** A preparation as the API shows it. */
import type { z } from '@hono/zod-openapi';
import type { Preparation } from '../../domain/eventables/eventable.ts';
import { shape } from '../shape.ts';
import { cookedExample, cookedOutput, toCookedOutput } from './cooked.ts';

export const preparationOutput = shape('preparation_output', cookedOutput, cookedExample('preparation', 25));
export type PreparationOutput = z.output<typeof preparationOutput>;

export const toPreparationOutput = (preparation: Preparation): PreparationOutput =>
  toCookedOutput(preparation);
