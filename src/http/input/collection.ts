/** Defines the input of collections. */
import { z } from '@hono/zod-openapi';
import { namedSchema } from '../named-schema.ts';
import { line, text, withDefault, wrapped } from './fields.ts';

const name = line(100);
const description = withDefault(text(10_000), '').optional();

export const newCollection = wrapped(
  'collection',
  namedSchema(
    'collection_create_input',
    z
      .object({ name, description })
      .transform((input) => ({ name: input.name, description: input.description ?? '' })),
    { name: 'Friday pizza', description: 'What we bake when friends come' },
  ),
);

export const collectionChanges = wrapped(
  'collection',
  namedSchema('collection_input', z.object({ name: name.optional(), description }), { name: 'Pizza nights' }),
);
