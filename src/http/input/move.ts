/** Defines the input for account migration. */
import { z } from '@hono/zod-openapi';
import { namedSchema } from '../named-schema.ts';
import { line, wrapped } from './fields.ts';

const name = line(1_000).openapi({ description: '`name@host`, or the IRI of the account' });

export const aliases = wrapped(
  'account',
  namedSchema('account_aliases_input', z.object({ aliases: z.array(name).max(10) }), {
    aliases: ['ann@other.example'],
  }),
);

export const moveTarget = wrapped(
  'account',
  namedSchema('account_move_input', z.object({ target: name }), { target: 'ann@other.example' }),
);
