/** Defines the visibilities that recipes, preparations and bakings can have. */
import { z } from '@hono/zod-openapi';

export const visibility = z.enum(['public', 'unlisted', 'private']);
