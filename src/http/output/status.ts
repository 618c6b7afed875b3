/** A status as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Status } from '../../domain/eventables/eventable.ts';
import { id } from '../ids.ts';
import { shape } from '../shape.ts';
import { commonExample, commonFields, toCommon } from './common.ts';

export const statusOutput = shape(
  'status_output',
  z.object({
    ...commonFields,
    content: z.string(),
    content_html: z.string(),
    sensitive: z.boolean(),
    spoiler_text: z.string(),
    in_reply_to_type: z
      .string()
      .openapi({ description: 'Kind of the item answered; empty if it answers none' }),
    in_reply_to_id: id.nullable(),
  }),
  {
    ...commonExample('status', 14),
    content: 'The dough slept for two days. #pizza',
    content_html:
      '<p>The dough slept for two days. <a href="https://cook.example/tags/pizza" class="hashtag">#pizza</a></p>',
    ...{ sensitive: false, spoiler_text: '', in_reply_to_type: 'recipe', in_reply_to_id: 9 },
  },
);
export type StatusOutput = z.output<typeof statusOutput>;

export function toStatusOutput(status: Status): StatusOutput {
  return {
    ...toCommon(status),
    content: status.content,
    content_html: status.contentHtml,
    sensitive: status.sensitive,
    spoiler_text: status.spoilerText,
    in_reply_to_type: status.inReplyToType ?? '',
    in_reply_to_id: status.inReplyToId,
  };
}
