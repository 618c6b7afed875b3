/** What a client may say against an account. */
import { z } from '@hono/zod-openapi';
import { shape } from '../shape.ts';
import { optional, text, wrapped } from './fields.ts';
import { typeName } from './type-name.ts';

const item = z.object({ type: typeName, id: z.int().min(1) });

export const newReport = wrapped(
  'report',
  shape(
    'report_input',
    z
      .object({
        account_id: z.int().min(1),
        items: optional(z.array(item).max(20), [])
          .optional()
          .openapi({ description: 'Items of the account that the report is about' }),
        comment: optional(text(1_000), '').optional(),
        forward: optional(z.boolean(), false)
          .optional()
          .openapi({ description: 'Also tell the account’s own server, without saying who reports' }),
      })
      .transform(({ account_id, items = [], comment = '', forward = false }) => ({
        accountId: account_id,
        eventableIds: [...new Set(items.map(({ id }) => id))],
        comment,
        forward,
      })),
    {
      account_id: 4,
      items: [{ type: 'status', id: 14 }],
      comment: 'Sells pans in every reply',
      forward: true,
    },
  ),
);
