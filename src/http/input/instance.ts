/** Defines the input of the instance settings. */
import { z } from '@hono/zod-openapi';
import { line, text } from './fields.ts';

const trimmed = (max: number) => text(max).transform((value) => value.trim());

export const instanceChanges = z.object({
  name: line(60).refine((value) => !/[\r\n]/.test(value), 'must be one line'),
  description: trimmed(1_000),
  rules: trimmed(10_000),
  contact: trimmed(200).refine((value) => !/[\r\n]/.test(value), 'must be one line'),
  registration: z.enum(['closed', 'approval', 'open']),
  /** Absent while e-mail is off. */
  confirmation: z.enum(['optional', 'required']).optional(),
});
