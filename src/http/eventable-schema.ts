/** Defines the API's item types and visibilities. */
import { z } from '@hono/zod-openapi';
import { eventableKinds } from '../lib/iris.ts';

export const eventableType = z.enum(eventableKinds);
export const visibility = z.enum(['public', 'unlisted', 'private', 'direct']);
