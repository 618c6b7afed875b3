/** A baking as the API shows it. */
import type { z } from '@hono/zod-openapi';
import type { Baking } from '../../domain/eventables/eventable.ts';
import { cookedOutput, toCookedOutput } from './cooked.ts';

export const bakingOutput = cookedOutput.openapi('Baking');
export type BakingOutput = z.output<typeof bakingOutput>;

export const toBakingOutput = (baking: Baking): BakingOutput => toCookedOutput(baking);
