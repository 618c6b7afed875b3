/** Defines the input of appeals. */
import { z } from '@hono/zod-openapi';
import { maxAppealLength } from '../../domain/moderation/appeals.ts';
import { namedSchema } from '../named-schema.ts';
import { line, wrapped } from './fields.ts';

export const newAppeal = wrapped(
  'appeal',
  namedSchema('appeal_input', z.object({ text: line(maxAppealLength) }), {
    text: 'The author is named in the last line.',
  }),
);
