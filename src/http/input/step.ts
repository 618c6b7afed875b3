/** What a client may say of a step, and of the items it points at. */
import { z } from '@hono/zod-openapi';
import type { StepDraft, StepLinkDraft } from '../../domain/eventables/draft.ts';
import { integer, optional, positive, text, webUrl } from './fields.ts';
import { typeName } from './type-name.ts';

/** As an index can hold it. */
const linkUrl = webUrl
  .transform((url) => new URL(url).href)
  .refine((url) => url.length <= 1_024, 'is too long')
  .openapi({ maxLength: 1_024 });

const linkInput = z
  .object({
    type: typeName.nullish(),
    id: z.int().min(1).nullish(),
    url: linkUrl.nullish(),
    serving: positive.nullish(),
  })
  .transform((given, context): StepLinkDraft => {
    const serving = given.serving ?? null;
    if (given.id && given.type) return { target: { id: given.id, type: given.type }, serving };
    if (given.url) return { target: { iri: given.url }, serving };
    context.addIssue({ code: 'custom', path: [given.id ? 'type' : 'id'], message: "can't be blank" });
    return z.NEVER;
  });

export const stepInput = z
  .object({
    name: optional(text(200), '').optional(),
    content: optional(text(10_000), '').optional(),
    duration: integer(0).nullish(),
    ingredient_positions: optional(z.array(integer(0, 199)).max(200), []).optional(),
    links: optional(z.array(linkInput).max(20), []).optional(),
  })
  .transform(
    (given): StepDraft => ({
      name: given.name?.trim() ?? '',
      content: given.content ?? '',
      duration: given.duration ?? null,
      ingredientPositions: [...new Set(given.ingredient_positions ?? [])],
      links: given.links ?? [],
    }),
  )
  .refine(({ name, content, links }) => name || content.trim() || links.length > 0, {
    path: ['content'],
    message: "can't be blank",
  });
