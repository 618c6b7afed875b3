/** A status as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Status } from '../../domain/eventables/eventable.ts';
import { id } from '../ids.ts';
import { commonFields, toCommon } from './common.ts';

export const statusOutput = z
  .object({
    ...commonFields,
    content: z.string(),
    content_html: z.string(),
    sensitive: z.boolean(),
    spoiler_text: z.string(),
    in_reply_to_type: z
      .string()
      .openapi({ description: 'Kind of the item answered; empty if it answers none' }),
    in_reply_to_id: id.nullable(),
  })
  .openapi('Status');
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
