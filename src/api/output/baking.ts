/** Serialises bakings. */
import type { z } from '@hono/zod-openapi';
import type { Baking } from '../../domain/items/eventable.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { cookedExample, cookedOutput, toCookedOutput } from './cooked.ts';

export const bakingOutput = namedSchema('baking_output', cookedOutput, cookedExample('baking', 21));
export type BakingOutput = z.output<typeof bakingOutput>;

export const toBakingOutput = (baking: Baking): BakingOutput => toCookedOutput(baking);
