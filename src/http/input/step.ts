/** Defines the input of steps and of their links to other items. */
import { z } from '@hono/zod-openapi';
import { t } from '../../lib/language/text.ts';
import type { StepDraft, StepLinkDraft } from '../../recipe-import/draft.ts';
import { eventableTypeInput } from './eventable-type.ts';
import { integer, positive, text, webUrl, withDefault } from './fields.ts';

/** Limited to what fits into an index. */
const linkUrl = webUrl
  .transform((url) => new URL(url).href)
  .refine((url) => url.length <= 1_024, { error: () => t('errors.too-long') })
  .openapi({ maxLength: 1_024 });

const linkInput = z
  .object({
    type: eventableTypeInput.nullish(),
    id: z.int().min(1).nullish(),
    url: linkUrl.nullish(),
    serving: positive.nullish(),
  })
  .transform((input, context): StepLinkDraft => {
    const serving = input.serving ?? null;
    if (input.id && input.type) return { target: { id: input.id, type: input.type }, serving };
    if (input.url) return { target: { iri: input.url }, serving };
    context.addIssue({
      code: 'custom',
      path: [input.id ? 'type' : 'id'],
      message: t('errors.blank'),
    });
    return z.NEVER;
  });

export const stepInput = z
  .object({
    name: withDefault(text(200), '').optional(),
    content: withDefault(text(10_000), '').optional(),
    duration: integer(0).nullish(),
    ingredient_positions: withDefault(z.array(integer(0, 199)).max(200), []).optional(),
    links: withDefault(z.array(linkInput).max(20), []).optional(),
  })
  .transform(
    (input): StepDraft => ({
      name: input.name?.trim() ?? '',
      content: input.content ?? '',
      duration: input.duration ?? null,
      ingredientPositions: [...new Set(input.ingredient_positions ?? [])],
      links: input.links ?? [],
    }),
  )
  .refine(({ name, content, links }) => name || content.trim() || links.length > 0, {
    path: ['content'],
    error: () => t('errors.blank'),
  });
