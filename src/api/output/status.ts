/** Serialises statuses. */
import { z } from '@hono/zod-openapi';
import type { Status } from '../../domain/items/eventable.ts';
import type { WithQuote } from '../../domain/items/quotes.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { commonExample, commonFields, toCommon } from './eventable.ts';
import { quoteField, toQuoteOutput } from './quote.ts';

export const statusOutput = namedSchema(
  'status_output',
  z.object({
    ...commonFields,
    content: z.string(),
    content_html: z.string(),
    sensitive: z.boolean(),
    spoiler_text: z.string(),
    in_reply_to_type: z
      .string()
      .openapi({ description: 'Type of the item that this is a reply to. Empty if it is not a reply.' }),
    in_reply_to_id: id.nullable(),
    quote_uri: z.string().nullable().openapi({ description: 'The item that it quotes' }),
    quote: quoteField,
  }),
  {
    ...commonExample('status', 14),
    content: 'The dough slept for two days. #pizza',
    content_html:
      '<p>The dough slept for two days. <a href="https://cook.example/tags/pizza" class="hashtag">#pizza</a></p>',
    ...{ sensitive: false, spoiler_text: '', in_reply_to_type: 'recipe', in_reply_to_id: 9 },
    ...{ quote_uri: null, quote: null },
  },
);
export type StatusOutput = z.output<typeof statusOutput>;

export function toStatusOutput(status: WithQuote<Status>): StatusOutput {
  return {
    ...toCommon(status),
    content: status.content,
    content_html: status.contentHtml,
    sensitive: status.sensitive,
    spoiler_text: status.spoilerText,
    in_reply_to_type: status.inReplyToType ?? '',
    in_reply_to_id: status.inReplyToId,
    quote_uri: status.quoteIri,
    quote: toQuoteOutput(status.quote),
  };
}
