/** Defines the input of reports. */
import { z } from '@hono/zod-openapi';
import { reportCategories } from '../../domain/moderation/reports.ts';
import { namedSchema } from '../named-schema.ts';
import { eventableTypeInput } from './eventable-type.ts';
import { text, withDefault, wrapped } from './fields.ts';

const item = z.object({ type: eventableTypeInput, id: z.int().min(1) });

export const newReport = wrapped(
  'report',
  namedSchema(
    'report_input',
    z
      .object({
        account_id: z.int().min(1),
        items: withDefault(z.array(item).max(20), [])
          .optional()
          .openapi({ description: 'Items of the account to report' }),
        comment: withDefault(text(1_000), '').optional(),
        category: withDefault(z.enum(reportCategories), 'other').optional(),
        forward: withDefault(z.boolean(), false)
          .optional()
          .openapi({ description: 'Forward the report anonymously to the account’s server' }),
      })
      .transform(({ account_id, items = [], comment = '', category = 'other', forward = false }) => ({
        accountId: account_id,
        eventableIds: [...new Set(items.map(({ id }) => id))],
        comment,
        category,
        forward,
      })),
    {
      account_id: 4,
      items: [{ type: 'status', id: 14 }],
      comment: 'Sells pans in every reply',
      category: 'spam',
      forward: true,
    },
  ),
);
