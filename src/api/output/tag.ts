/** Serialises hashtags. */
import { z } from '@hono/zod-openapi';
import { maxUses, type Tag } from '../../domain/tags/tags.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { iris } from '../../lib/iris.ts';

export const tagOutput = namedSchema(
  'tag_output',
  z.object({
    name: z.string().openapi({ description: 'In lower case, without `#`' }),
    url: z.url(),
    uses: z.int().openapi({
      description: `Public items of the last 7 days, counted up to ${maxUses}`,
    }),
    following: z.boolean(),
  }),
  { name: 'pizza', url: 'https://cook.example/tags/pizza', uses: 3, following: true },
);

export const toTagOutput = ({ tag, uses, following }: Tag): z.output<typeof tagOutput> => ({
  ...{ name: tag, url: iris.tag(tag), uses, following },
});
