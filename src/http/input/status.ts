/** What a client may say of a status. */
import { z } from '@hono/zod-openapi';
import type { StatusChanges, StatusDraft } from '../../domain/statuses.ts';
import { visibility } from '../output/eventable-type.ts';
import { shape } from '../shape.ts';
import { languageTag, optional, present, text, wrapped } from './fields.ts';
import { typeName } from './type-name.ts';
import { mediaIds } from './upload.ts';

const content = text(5_000).refine((value) => value.trim() !== '', "can't be blank");
const changeable = {
  visibility: optional(visibility, 'public').optional(),
  locale: languageTag.nullish(),
  sensitive: optional(z.boolean(), false).optional(),
  spoiler_text: optional(text(500), '').optional(),
};

export const newStatus = wrapped(
  'status',
  shape(
    'status_create_input',
    z
      .object({
        content: optional(text(5_000), '').optional(),
        media_ids: optional(mediaIds, []).optional(),
        ...changeable,
        in_reply_to_type: typeName.nullish(),
        in_reply_to_id: z.int().min(1).nullish(),
      })
      .refine((given) => given.content?.trim() || given.media_ids?.length, {
        path: ['content'],
        message: "can't be blank",
      })
      .transform(
        (given): StatusDraft => ({
          content: given.content ?? '',
          mediaIds: given.media_ids ?? [],
          visibility: given.visibility ?? 'public',
          locale: given.locale ?? null,
          sensitive: given.sensitive ?? false,
          spoilerText: given.spoiler_text ?? '',
          inReplyToId: given.in_reply_to_id ?? null,
          inReplyToType: given.in_reply_to_type ?? undefined,
        }),
      ),
    {
      ...{ content: 'The dough slept for two days. #pizza', visibility: 'public' },
      ...{ in_reply_to_type: 'recipe', in_reply_to_id: 9, media_ids: [31] },
    },
  ),
);

export const statusChanges = wrapped(
  'status',
  shape(
    'status_input',
    z
      .object({
        content: content.optional(),
        media_ids: optional(mediaIds, []).optional(),
        ...changeable,
      })
      .transform((given): StatusChanges => {
        const { spoiler_text: spoilerText, media_ids: mediaIds, ...rest } = given;
        return present({ ...rest, spoilerText, mediaIds });
      }),
    { content: 'The dough slept for *three* days. #pizza' },
  ),
);
