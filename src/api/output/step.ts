/** Serialises steps and the items they link to. */
import { z } from '@hono/zod-openapi';
import type { Ingredient, Step, StepLink } from '../../domain/items/eventable.ts';
import { eventableType } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';

const linkOutput = namedSchema(
  'step_link_output',
  z.object({
    type: eventableType,
    id,
    name: z.string(),
    slug: z.string().nullable(),
    account_id: id,
    url: z.string(),
    serving: z.int().nullable(),
  }),
  {
    ...{ type: 'recipe', id: 8, name: 'Tomato sauce', slug: 'tomato-sauce', account_id: 3, serving: 2 },
    url: 'https://cook.example/@ann/recipes/tomato-sauce',
  },
);

export const stepOutput = namedSchema(
  'step_output',
  z.object({
    id,
    position: z.int().min(0),
    name: z.string(),
    content: z.string(),
    content_html: z.string(),
    duration: z.int().nullable().openapi({ description: 'Seconds' }),
    ingredient_ids: z.array(id),
    links: z.array(linkOutput),
  }),
  {
    ...{ id: 5, position: 0, name: 'Shape and top', duration: 600, ingredient_ids: [12] },
    content: 'Roll out **gently**, spread the sauce.',
    content_html: '<p>Roll out <strong>gently</strong>, spread the sauce.</p>',
    links: [schemaExample(linkOutput)],
  },
);

export function toStepOutputs(steps: Step[], ingredients: Ingredient[]): z.output<typeof stepOutput>[] {
  const idAt = new Map(ingredients.map((ingredient) => [ingredient.position, ingredient.id]));
  return steps.map((step) => ({
    id: step.id,
    position: step.position,
    name: step.name,
    content: step.content,
    content_html: step.contentHtml,
    duration: step.duration,
    ingredient_ids: step.ingredientPositions.flatMap((position) => idAt.get(position) ?? []),
    links: step.links.flatMap((link) => toLinkOutput(link) ?? []),
  }));
}

/** Returns null for a remote item that has not been fetched yet. */
function toLinkOutput(link: StepLink): z.output<typeof linkOutput> | null {
  if (link.id === null || link.type === null || link.accountId === null) return null;
  return {
    type: link.type,
    id: link.id,
    name: link.name,
    slug: link.slug,
    account_id: link.accountId,
    url: link.url ?? link.iri ?? '',
    serving: link.serving,
  };
}
