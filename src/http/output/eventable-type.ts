/** The words the API has for kinds and visibilities. */
import { z } from '@hono/zod-openapi';

export const eventableType = z.enum(['recipe', 'preparation', 'baking', 'status']);
export const visibility = z.enum(['public', 'unlisted', 'private', 'direct']);
