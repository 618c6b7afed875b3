/** Parses the hashtag in a path. */
import { z } from '@hono/zod-openapi';
import { normaliseHashtag } from '../../lib/hashtag.ts';

/** Normalised. Text without letters and digits becomes empty, which is no hashtag. */
export const tagParams = z.object({
  tag: z.string().transform(normaliseHashtag).openapi({ type: 'string', example: 'pizza' }),
});
