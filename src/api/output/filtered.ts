/** Serialises which filters of the caller match an item. */
import { z } from '@hono/zod-openapi';
import type { FilterMatch } from '../../domain/filters/compiled.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';

const filterResultOutput = namedSchema(
  'filter_result_output',
  z.object({
    filter: z.object({ id, title: z.string(), action: z.enum(['warn', 'hide']) }),
    keyword_matches: z.array(z.string()).openapi({ description: 'The phrases that occur in the item' }),
  }),
  { filter: { id: 3, title: 'Fish', action: 'warn' }, keyword_matches: ['anchovies'] },
);

export const filteredField = z.array(filterResultOutput).optional().openapi({
  description: 'In lists, the caller’s filters that match the item. Absent if there are none.',
});

export const toFilterResults = (matches: FilterMatch[]): z.output<typeof filterResultOutput>[] =>
  matches.map(({ filter, keywordMatches }) => ({ filter, keyword_matches: keywordMatches }));

/** The field of an item, if a filter matches it. */
export const toFiltered = (matches: FilterMatch[]) =>
  matches.length === 0 ? {} : { filtered: toFilterResults(matches) };
