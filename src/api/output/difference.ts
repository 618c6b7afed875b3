/** Serialises the difference between two states of a recipe, or between two recipes. */
import { z } from '@hono/zod-openapi';
import type { DetailField } from '../../domain/recipes/difference/details.ts';
import type { Difference } from '../../domain/recipes/difference/difference.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import type { SnakeCase } from '../../lib/snake-case.ts';

const wordChange = namedSchema(
  'word_change_output',
  z.object({ change: z.enum(['same', 'added', 'removed']), text: z.string() }),
  { change: 'added', text: '600 g' },
);
const words = z.array(wordChange);
const change = z.enum(['same', 'added', 'removed', 'changed', 'moved']);
const position = z.int().min(0).nullable();
const seconds = z.int().min(0).nullable().openapi({ description: 'Seconds' });

/** The API's name of each detail. */
const fieldNames = {
  serving: 'serving',
  prepTime: 'prep_time',
  cookTime: 'cook_time',
  restTime: 'rest_time',
  totalTime: 'total_time',
  category: 'category',
  cuisine: 'cuisine',
  diet: 'diet',
  equipment: 'equipment',
  difficulty: 'difficulty',
  nutrition: 'nutrition',
  credit: 'credit',
  sourceUrl: 'source_url',
  videoUrl: 'video_url',
} as const satisfies { [Field in DetailField]: SnakeCase<Field> };

export const differenceOutput = namedSchema(
  'difference_output',
  z.object({
    name: words,
    description: words,
    ingredients: z
      .array(
        z.object({
          change,
          group: z.string().nullable(),
          words: words.openapi({ description: 'The line, in both lists' }),
        }),
      )
      .openapi({ description: 'All ingredients, in the later order. Removed ones stand where they were' }),
    steps: z
      .array(
        z.object({
          change: change.openapi({ description: 'A moved step may have changed words as well' }),
          before: position.openapi({ description: 'Position in the earlier list, null if it was added' }),
          after: position.openapi({ description: 'Position in the later list, null if it was removed' }),
          name: words,
          content: words,
          duration_before: seconds,
          duration_after: seconds,
        }),
      )
      .openapi({ description: 'All steps, in the later order. Removed ones stand where they were' }),
    details: z
      .array(
        z.object({
          field: z.enum(Object.values(fieldNames)),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      )
      .openapi({ description: 'Only those that differ, as texts' }),
  }),
  {
    name: [{ change: 'same', text: 'Pizza dough' }],
    description: [{ change: 'same', text: 'Two days in the cold do the work.' }],
    ingredients: [
      {
        ...{ change: 'changed', group: null },
        words: [
          { change: 'removed', text: '500 g' },
          schemaExample(wordChange),
          { change: 'same', text: ' flour' },
        ],
      },
    ],
    steps: [
      {
        ...{ change: 'moved', before: 1, after: 0, name: [], duration_before: null, duration_after: 600 },
        content: [{ change: 'same', text: 'Heat the oven.' }],
      },
    ],
    details: [{ field: 'cook_time', before: '8 min', after: '10 min' }],
  },
);

export function toDifferenceOutput(difference: Difference): z.output<typeof differenceOutput> {
  const { name, description, ingredients, steps, details } = difference;
  return {
    ...{ name, description, ingredients },
    steps: steps.map(({ duration: [duration_before, duration_after], ...step }) => ({
      ...step,
      ...{ duration_before, duration_after },
    })),
    details: details.map(({ field, ...texts }) => ({ field: fieldNames[field], ...texts })),
  };
}
