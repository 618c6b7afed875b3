/** What a client may say of a collection. */
import { z } from '@hono/zod-openapi';
import { shape } from '../shape.ts';
import { line, optional, text, wrapped } from './fields.ts';

const name = line(100);
const description = optional(text(10_000), '').optional();

export const newCollection = wrapped(
  'collection',
  shape(
    'collection_create_input',
    z
      .object({ name, description })
      .transform((given) => ({ name: given.name, description: given.description ?? '' })),
    { name: 'Friday pizza', description: 'What we bake when friends come' },
  ),
);

export const collectionChanges = wrapped(
  'collection',
  shape('collection_input', z.object({ name: name.optional(), description }), { name: 'Pizza nights' }),
);
