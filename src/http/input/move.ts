/** How clients name other accounts of the same person. */
import { z } from '@hono/zod-openapi';
import { shape } from '../shape.ts';
import { line, wrapped } from './fields.ts';

const name = line(1_000).openapi({ description: '`name@host`, or the IRI of the account' });

export const aliases = wrapped(
  'account',
  shape('account_aliases_input', z.object({ aliases: z.array(name).max(10) }), {
    aliases: ['ann@elsewhere.example'],
  }),
);

export const moveTarget = wrapped(
  'account',
  shape('account_move_input', z.object({ target: name }), { target: 'ann@elsewhere.example' }),
);
