/** Defines the input of the instance settings. */
import { z } from '@hono/zod-openapi';
import { isReadable } from '../../lib/accent-colour.ts';
import { t } from '../../lib/language/text.ts';
import { line, text } from './fields.ts';

const trimmed = (max: number) => text(max).transform((value) => value.trim());

export const instanceChanges = z.object({
  name: line(60).refine((value) => !/[\r\n]/.test(value), { error: () => t('errors.must-be-one-line') }),
  description: trimmed(1_000),
  rules: trimmed(10_000),
  contact: trimmed(200).refine((value) => !/[\r\n]/.test(value), {
    error: () => t('errors.must-be-one-line'),
  }),
  registration: z.enum(['closed', 'approval', 'open']),
  /** Absent keeps the colour, empty restores the usual one. */
  accent: trimmed(7)
    .transform((value) => value.toLowerCase())
    .refine((value) => value === '' || /^#[0-9a-f]{6}$/.test(value), {
      error: () => t('errors.not-a-colour'),
    })
    .refine(
      (value) => !/^#[0-9a-f]{6}$/.test(value) || isReadable(value),
      'is too light to be read on paper: choose a darker colour',
    )
    .optional(),
  /** Absent while e-mail is off. */
  confirmation: z.enum(['optional', 'required']).optional(),
  invitations: z.enum(['nobody', 'moderators', 'everybody']).optional(),
});
