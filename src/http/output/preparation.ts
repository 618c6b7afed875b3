/** A preparation as the API shows it. */
import type { z } from '@hono/zod-openapi';
import type { Preparation } from '../../domain/eventables/eventable.ts';
import { cookedOutput, toCookedOutput } from './cooked.ts';

export const preparationOutput = cookedOutput.openapi('Preparation');
export type PreparationOutput = z.output<typeof preparationOutput>;

export const toPreparationOutput = (preparation: Preparation): PreparationOutput =>
  toCookedOutput(preparation);
