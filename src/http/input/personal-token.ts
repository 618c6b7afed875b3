/** Defines the input of personal access tokens. */
import { z } from '@hono/zod-openapi';
import { line } from './fields.ts';

export const personalToken = z.object({ name: line(100), scopes: z.array(z.string().max(100)).max(20) });
