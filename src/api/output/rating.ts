/** Serialises ratings. */
import { z } from '@hono/zod-openapi';
import type { Ratings } from '../../domain/items/eventable.ts';
import { meanRating } from '../../domain/recipes/rating.ts';

export const stars = z
  .int()
  .min(1)
  .max(5)
  .nullable()
  .openapi({ description: 'Stars of a preparation or baking for its recipe. Null for none' });

export const ratingsOutput = z
  .object({
    count: z.int().min(0),
    mean: z.number().min(1).max(5).nullable().openapi({ description: 'One decimal. Null without ratings' }),
  })
  .openapi({
    description:
      'How accounts that cooked the recipe rated it. Each counts once, with its newest public rating, and the author does not count',
  });

export const toRatingsOutput = (ratings: Ratings): z.output<typeof ratingsOutput> => ({
  count: ratings.ratingCount,
  mean: meanRating(ratings),
});
