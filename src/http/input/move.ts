/** Defines the input for account migration. */
import { z } from '@hono/zod-openapi';
import { namedSchema } from '../named-schema.ts';
import { password } from '../require-password.ts';
import { line, wrapped } from './fields.ts';

const name = line(1_000).openapi({ description: '`name@host`, or the IRI of the account' });

export const aliases = wrapped(
  'account',
  namedSchema('account_aliases_input', z.object({ aliases: z.array(name).max(10) }), {
    aliases: ['ann@other.example'],
  }),
);

export const moveTarget = z.object({ target: name });

export const confirmedMove = wrapped(
  'account',
  namedSchema('account_move_input', moveTarget.extend({ password }), {
    target: 'ann@other.example',
    password: 'correct horse battery staple',
  }),
);
