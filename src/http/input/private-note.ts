/** Defines the input of private notes. */
import { z } from '@hono/zod-openapi';
import { namedSchema } from '../named-schema.ts';
import { line } from './fields.ts';

export const privateNote = namedSchema('private_note_input', z.object({ content: line(5_000) }), {
  content: 'Half the sugar is enough.',
});
