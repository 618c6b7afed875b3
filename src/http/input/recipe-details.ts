/** Defines the input of a recipe's details, in the names of the API. */
import { z } from '@hono/zod-openapi';
import { t } from '../../lib/language/text.ts';
import type { SnakeCase } from '../../lib/snake-case.ts';
import {
  creditOf,
  DETAIL_LIMITS,
  difficulties,
  knownDiets,
  nutrients,
  type RecipeDetails,
  restrictedDiets,
} from '../../recipe-import/details.ts';
import { integer, line, omitUndefined, text, webUrl, withDefault } from './fields.ts';

const list = <Entry extends z.ZodType<string>>(entry: Entry, max: number) =>
  withDefault(
    z
      .array(entry)
      .max(max)
      .transform((entries) => [...new Set(entries)]),
    [],
  ).optional();
const lines = (max: number) => list(line(DETAIL_LIMITS.entry), max);

const nutrient = text(DETAIL_LIMITS.nutrient)
  .transform((value) => value.trim())
  .nullish();
const nutrition = z
  .object(Object.fromEntries(nutrients.map((name) => [name, nutrient])))
  .transform(
    (stated) =>
      Object.fromEntries(
        nutrients.flatMap((name) => (stated[name] ? [[name, stated[name]]] : [])),
      ) as RecipeDetails['nutrition'],
  );

const party = text(DETAIL_LIMITS.party)
  .transform((value) => value.trim())
  .nullish();
const credit = z
  .object({ name: party, url: webUrl.nullish(), site: party })
  .refine(({ name, url }) => name || !url, { path: ['name'], error: () => t('errors.blank') })
  .transform(({ name, url, site }) => creditOf(name ?? null, url ?? null, site ?? null));

export const detailFields = {
  total_time: integer(0).nullish().openapi({ description: 'Seconds' }),
  rest_time: integer(0).nullish().openapi({ description: 'Seconds' }),
  nutrition: withDefault(nutrition, {})
    .optional()
    .openapi({ description: 'Texts for one serving, named as in schema.org NutritionInformation' }),
  category: lines(DETAIL_LIMITS.category),
  cuisine: lines(DETAIL_LIMITS.cuisine),
  diet: list(z.enum(restrictedDiets), restrictedDiets.length),
  equipment: lines(DETAIL_LIMITS.equipment),
  difficulty: z.enum(difficulties).nullish(),
  credit: credit.nullish(),
  video_url: webUrl.nullish(),
} satisfies Record<SnakeCase<keyof RecipeDetails>, z.ZodType>;

type Input = z.output<z.ZodObject<typeof detailFields>>;

/** Returns the details that were given. Null empties one. */
export const toDetails = (input: Input): Partial<RecipeDetails> =>
  omitUndefined({
    totalTime: input.total_time,
    restTime: input.rest_time,
    nutrition: input.nutrition,
    category: input.category,
    cuisine: input.cuisine,
    diet: input.diet && knownDiets(input.diet),
    equipment: input.equipment,
    difficulty: input.difficulty,
    credit: input.credit,
    videoUrl: input.video_url,
  } satisfies { [Name in keyof RecipeDetails]: RecipeDetails[Name] | undefined });

export const detailsExample = {
  ...{ total_time: 172_800, rest_time: 169_200, category: ['Dinner'], cuisine: ['Italian'] },
  ...{ diet: ['VegetarianDiet' as const], equipment: ['Pizza stone'], difficulty: 'easy' as const },
  nutrition: { servingSize: '1 pizza', calories: '840 kcal' },
  credit: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
  video_url: 'https://kitchen.example/dough.mp4',
};
