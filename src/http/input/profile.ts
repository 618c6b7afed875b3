/** What a client may say of its own account. */
import { z } from '@hono/zod-openapi';
import { shape } from '../shape.ts';
import { optional, text, wrapped } from './fields.ts';

const oneLine = text(100)
  .refine((value) => !/[\r\n]/.test(value), 'must be one line')
  .transform((value) => value.trim());

export const profileChanges = wrapped(
  'account',
  shape(
    'account_input',
    z.object({
      name: optional(oneLine, '').optional(),
      summary: optional(text(5_000), '').optional(),
      locked: z.boolean().optional(),
      discoverable: z.boolean().optional(),
      indexable: z.boolean().optional(),
    }),
    { name: 'Ann', summary: 'Sourdough, *slowly*.', locked: false },
  ),
);
