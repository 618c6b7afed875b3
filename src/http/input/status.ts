/** Defines the input of statuses. */
import { z } from '@hono/zod-openapi';
import type { StatusChanges, StatusDraft } from '../../domain/statuses/statuses.ts';
import { t } from '../../lib/language/text.ts';
import { visibility } from '../eventable-schema.ts';
import { namedSchema } from '../named-schema.ts';
import { eventableTypeInput } from './eventable-type.ts';
import { languageTag, nullAsUndefined, omitUndefined, text, webUrl, withDefault, wrapped } from './fields.ts';
import { mediaIds } from './upload.ts';

const content = text(5_000).refine((value) => value.trim() !== '', {
  error: () => t('errors.blank'),
});
const changeable = {
  visibility: nullAsUndefined(visibility),
  locale: languageTag.nullish(),
  sensitive: withDefault(z.boolean(), false).optional(),
  spoiler_text: withDefault(text(500), '').optional(),
};

const quotedIn = ({
  quote_id: id,
  quote_uri: iri,
}: {
  quote_id?: number | null;
  quote_uri?: string | null;
}) => {
  if (id) return { id };
  return iri ? { iri } : null;
};

export const newStatus = wrapped(
  'status',
  namedSchema(
    'status_create_input',
    z
      .object({
        content: withDefault(text(5_000), '').optional(),
        media_ids: withDefault(mediaIds, []).optional(),
        ...changeable,
        in_reply_to_type: eventableTypeInput.nullish(),
        in_reply_to_id: z.int().min(1).nullish(),
        quote_id: z.int().min(1).nullish().openapi({ description: 'The item to quote' }),
        quote_uri: webUrl.nullish().openapi({ description: 'The same, by its `uri` or `url`' }),
      })
      .refine((input) => input.content?.trim() || input.media_ids?.length, {
        path: ['content'],
        error: () => t('errors.blank'),
      })
      .transform(
        (input): StatusDraft => ({
          content: input.content ?? '',
          mediaIds: input.media_ids ?? [],
          visibility: input.visibility ?? null,
          locale: input.locale ?? null,
          sensitive: input.sensitive ?? false,
          spoilerText: input.spoiler_text ?? '',
          inReplyToId: input.in_reply_to_id ?? null,
          inReplyToType: input.in_reply_to_type ?? undefined,
          quoted: quotedIn(input),
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
  namedSchema(
    'status_input',
    z
      .object({
        content: content.optional(),
        media_ids: withDefault(mediaIds, []).optional(),
        ...changeable,
      })
      .transform((input): StatusChanges => {
        const { spoiler_text: spoilerText, media_ids: mediaIds, ...rest } = input;
        return omitUndefined({ ...rest, spoilerText, mediaIds });
      }),
    { content: 'The dough slept for *three* days. #pizza' },
  ),
);
