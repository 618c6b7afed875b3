/** Input of statuses, preparations and bakings. */
import { z } from '@hono/zod-openapi';
import type { CookedChanges, CookedDraft, CookedFilter } from '../../domain/cooking/cooking.ts';
import type { StatusChanges, StatusDraft } from '../../domain/statuses/statuses.ts';
import { t } from '../../lib/language/text.ts';
import { pageFields } from '../pagination.ts';
import { namedSchema, visibility as statusVisibility } from '../schema.ts';
import {
  dateTimeInput,
  eventableTypeInput,
  integer,
  languageTag,
  line,
  mediaIds,
  nullAsUndefined,
  omitUndefined,
  positive,
  publicationStatuses,
  rangeEnd,
  rangeStart,
  text,
  visibility,
  webUrl,
  withDefault,
  wrapped,
} from './fields.ts';
import { ingredientInput, servingType, stepInput, tagList } from './recipe.ts';

// Defines the input of preparations and bakings

const name = line(200);
const recipeId = z.int().min(1);

const changeableCooked = {
  description: withDefault(text(10_000), '').optional(),
  serving: nullAsUndefined(positive),
  serving_type: servingType.nullish(),
  rating: integer(1, 5).nullish().openapi({ description: 'Stars for the recipe. Null for none' }),
  visibility: nullAsUndefined(visibility),
  locale: languageTag.nullish(),
  tags: withDefault(tagList, []).optional(),
  media_ids: withDefault(mediaIds, []).optional(),
};
const ingredients = z.array(ingredientInput).max(200);
const steps = z.array(stepInput).max(100);

/** Ingredients and steps that are absent or null are copied from the recipe. */
const newFields = {
  ...changeableCooked,
  name,
  prepared_at: dateTimeInput,
  ingredients: ingredients.nullish(),
  steps: steps.nullish(),
};

const toDraft = (
  input: z.output<z.ZodObject<typeof newFields>> & { recipe_id?: number | null | undefined },
): CookedDraft => ({
  name: input.name,
  preparedAt: input.prepared_at,
  recipeId: input.recipe_id ?? null,
  description: input.description ?? '',
  serving: input.serving ?? 1,
  servingType: input.serving_type ?? null,
  rating: input.rating ?? null,
  visibility: input.visibility ?? null,
  locale: input.locale ?? null,
  ingredients: input.ingredients ?? null,
  steps: input.steps ?? null,
  tags: input.tags ?? [],
  mediaIds: input.media_ids ?? [],
});

const draftExample = {
  recipe_id: 9,
  name: 'Pizza for six',
  prepared_at: '2026-05-02T18:00:00Z',
  serving: 6,
  description: 'Hotter oven than last time.',
  rating: 4,
  media_ids: [31],
};
const changesExample = { name: 'Pizza for eight', prepared_at: '2026-05-02', serving: 8 };

export const newCooked = {
  baking: wrapped(
    'baking',
    namedSchema(
      'baking_create_input',
      z.object({ ...newFields, recipe_id: recipeId }).transform(toDraft),
      draftExample,
    ),
  ),
  preparation: wrapped(
    'preparation',
    namedSchema(
      'preparation_create_input',
      z.object({ ...newFields, recipe_id: recipeId.nullish() }).transform(toDraft),
      draftExample,
    ),
  ),
};

const changeFields = {
  ...changeableCooked,
  name: name.optional(),
  prepared_at: dateTimeInput.optional(),
  ingredients: withDefault(ingredients, []).optional(),
  steps: withDefault(steps, []).optional(),
};

function toChanges(input: z.output<z.ZodObject<typeof changeFields>> & { recipe_id?: number | null }): CookedChanges {
  return omitUndefined<CookedChanges>({
    name: input.name,
    preparedAt: input.prepared_at,
    recipeId: input.recipe_id,
    description: input.description,
    serving: input.serving,
    servingType: input.serving_type,
    rating: input.rating,
    visibility: input.visibility,
    locale: input.locale,
    ingredients: input.ingredients,
    steps: input.steps,
    tags: input.tags,
    mediaIds: input.media_ids,
  });
}

export const cookedChanges = {
  baking: wrapped(
    'baking',
    namedSchema(
      'baking_input',
      z.object({ ...changeFields, recipe_id: recipeId.optional() }).transform(toChanges),
      changesExample,
    ),
  ),
  preparation: wrapped(
    'preparation',
    namedSchema(
      'preparation_input',
      z.object({ ...changeFields, recipe_id: recipeId.nullish() }).transform(toChanges),
      changesExample,
    ),
  ),
};

const format = 'RFC 3339, or YYYY-MM-DD for a day in UTC';

export const cookedQuery = z.object({
  ...pageFields,
  start_date: rangeStart
    .optional()
    .openapi({ description: `Start of the range of \`prepared_at\`: ${format}`, example: '2026-05-01' }),
  end_date: rangeEnd.optional().openapi({
    description: `End of the range of \`prepared_at\`, inclusive: ${format}`,
    example: '2026-05-31',
  }),
  status: publicationStatuses.optional(),
});

export const toFilter = ({ start_date, end_date, status }: z.output<typeof cookedQuery>): CookedFilter => ({
  from: start_date ?? null,
  until: end_date ?? null,
  publications: status?.length ? status : null,
});

// Defines the input of statuses

const content = text(5_000).refine((value) => value.trim() !== '', {
  error: () => t('errors.blank'),
});
const changeableStatus = {
  visibility: nullAsUndefined(statusVisibility),
  locale: languageTag.nullish(),
  sensitive: withDefault(z.boolean(), false).optional(),
  spoiler_text: withDefault(text(500), '').optional(),
};

const quotedIn = ({ quote_id: id, quote_uri: iri }: { quote_id?: number | null; quote_uri?: string | null }) => {
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
        ...changeableStatus,
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
      content: 'The dough slept for two days. #pizza',
      visibility: 'public',
      in_reply_to_type: 'recipe',
      in_reply_to_id: 9,
      media_ids: [31],
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
        ...changeableStatus,
      })
      .transform((input): StatusChanges => {
        const { spoiler_text: spoilerText, media_ids: mediaIds, ...rest } = input;
        return omitUndefined({ ...rest, spoilerText, mediaIds });
      }),
    { content: 'The dough slept for *three* days. #pizza' },
  ),
);
