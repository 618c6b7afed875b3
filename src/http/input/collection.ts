/** What a client may say of a collection. */
import { z } from '@hono/zod-openapi';
import { line, optional, text, wrapped } from './fields.ts';

const name = line(100);
const description = optional(text(10_000), '').optional();

export const newCollection = wrapped(
  'collection',
  z
    .object({ name, description })
    .transform((given) => ({ name: given.name, description: given.description ?? '' })),
);

export const collectionChanges = wrapped('collection', z.object({ name: name.optional(), description }));
