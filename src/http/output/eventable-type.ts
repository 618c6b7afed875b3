/** The words the API has for kinds and visibilities. */
import { z } from '@hono/zod-openapi';
import { eventableKinds } from '../../lib/iris.ts';

export const eventableType = z.enum(eventableKinds);
export const visibility = z.enum(['public', 'unlisted', 'private', 'direct']);
