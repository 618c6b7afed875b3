/** A baking as the API shows it. */
import type { z } from '@hono/zod-openapi';
import type { Baking } from '../../domain/eventables/eventable.ts';
import { shape } from '../shape.ts';
import { cookedExample, cookedOutput, toCookedOutput } from './cooked.ts';

export const bakingOutput = shape('baking_output', cookedOutput, cookedExample('baking', 21));
export type BakingOutput = z.output<typeof bakingOutput>;

export const toBakingOutput = (baking: Baking): BakingOutput => toCookedOutput(baking);
