/** How clients name other accounts of the same person. */
import { z } from '@hono/zod-openapi';
import { line, wrapped } from './fields.ts';

const name = line(1_000).openapi({ description: '`name@host`, or the IRI of the account' });

export const aliases = wrapped('account', z.object({ aliases: z.array(name).max(10) }));

export const moveTarget = wrapped('account', z.object({ target: name }));
