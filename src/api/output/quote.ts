/** Serialises quotes. */
import { z } from '@hono/zod-openapi';
import type { Quote } from '../../domain/items/quotes.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';

export const quoteOutput = namedSchema(
  'quote_output',
  z.object({
    state: z
      .enum(['pending', 'accepted', 'rejected', 'revoked'])
      .openapi({ description: 'Whether the author of the quoted item approves' }),
    object: z.union([shortEventableOutput, z.null()]).openapi({
      description:
        'Null unless the quote is accepted and the viewer may see the item. Null also if its author is muted, or limited and not followed',
    }),
  }),
  { state: 'accepted', object: schemaExample(shortEventableOutput) },
);
export type QuoteOutput = z.output<typeof quoteOutput>;

/** Null for a status that quotes nothing. */
export const quoteField = z.union([quoteOutput, z.null()]);

export const toQuoteOutput = (quote: Quote | null): QuoteOutput | null =>
  quote && { state: quote.state, object: quote.item && toShortEventable(quote.item) };
