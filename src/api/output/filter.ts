/** Serialises filters. */
import { z } from '@hono/zod-openapi';
import type { Filter } from '../../domain/filters/filters.ts';
import { filterContexts } from '../../domain/filters/limits.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { timestamp } from './timestamp.ts';

export const filterOutput = namedSchema(
  'filter_output',
  z.object({
    id,
    title: z.string(),
    contexts: z.array(z.enum(filterContexts)),
    action: z.enum(['warn', 'hide']),
    keywords: z.array(z.object({ phrase: z.string(), whole_word: z.boolean() })),
    expires_at: timestamp.nullable().openapi({ description: 'Null if it does not expire' }),
  }),
  {
    ...{ id: 3, title: 'Fish', contexts: ['home' as const, 'public' as const], action: 'hide' as const },
    keywords: [{ phrase: 'anchovies', whole_word: true }],
    expires_at: null,
  },
);

export const toFilterOutput = ({
  id,
  title,
  contexts,
  action,
  keywords,
  expiresAt,
}: Filter): z.output<typeof filterOutput> => ({
  ...{ id, title, contexts, action },
  keywords: keywords.map(({ phrase, wholeWord }) => ({ phrase, whole_word: wholeWord })),
  expires_at: expiresAt?.toISOString() ?? null,
});
