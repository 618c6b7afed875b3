/** Serialises the details of a recipe. */
import { z } from '@hono/zod-openapi';
import type { SnakeCase } from '../../lib/snake-case.ts';
import { difficulties, nutrients, type RecipeDetails, restrictedDiets } from '../../recipe-import/details.ts';

const time = (description: string) => z.int().min(0).openapi({ description });

export const detailFields = {
  total_time: time('Seconds as the author states them, 0 if not stated'),
  rest_time: time('Seconds, 0 if unknown'),
  nutrition: z
    .object(Object.fromEntries(nutrients.map((name) => [name, z.string().optional()])))
    .openapi({ description: 'Texts for one serving, named as in schema.org NutritionInformation' }),
  category: z.array(z.string()),
  cuisine: z.array(z.string()),
  diet: z.array(z.enum(restrictedDiets)),
  equipment: z.array(z.string()),
  difficulty: z.enum(difficulties).nullable(),
  credit: z
    .object({ name: z.string().nullable(), url: z.string().nullable(), site: z.string().nullable() })
    .nullable()
    .openapi({ description: 'Who wrote a recipe that was published elsewhere, at `source_url`' }),
  video_url: z.string().nullable(),
} satisfies Record<SnakeCase<keyof RecipeDetails>, z.ZodType>;

type Output = z.output<z.ZodObject<typeof detailFields>>;

export const toDetailsOutput = (details: RecipeDetails): Output => ({
  total_time: details.totalTime ?? 0,
  rest_time: details.restTime ?? 0,
  nutrition: details.nutrition,
  category: details.category,
  cuisine: details.cuisine,
  diet: details.diet,
  equipment: details.equipment,
  difficulty: details.difficulty,
  credit: details.credit,
  video_url: details.videoUrl,
});
