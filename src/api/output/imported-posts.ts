/** Serialises the posts of an import: how many there are, and what is left out. */
import { z } from '@hono/zod-openapi';
import type { Import } from '../../domain/migration/import.ts';
import type { PostsPreview } from '../../recipe-import/posts/read-posts.ts';
import { timestamp } from './timestamp.ts';

const count = z.int().min(0);

export const importedPosts = z.object({
  posts: count,
  pictures: count,
  left_out: z
    .object({ boosts: count, replies: count, direct: count, polls: count, unreadable: count })
    .openapi({ description: 'Numbers of posts that are not imported. `replies`: to other people.' }),
  oldest: timestamp,
  newest: timestamp,
  made: count.openapi({ description: 'Number of posts created so far' }),
  already_here: count,
  problems: z.array(z.string()).openapi({ description: 'What could not be imported' }),
});

export const toImportedPosts = (
  { leftOut, ...rest }: PostsPreview,
  { counts: { restored, existingItems }, problems }: Import,
) => ({
  ...rest,
  left_out: {
    ...{ boosts: leftOut.boost, replies: leftOut.reply, direct: leftOut.direct },
    ...{ polls: leftOut.poll, unreadable: leftOut.unreadable },
  },
  ...{ made: restored, already_here: existingItems, problems },
});
