/** A picture with what it is of, as the API shows it. */
import type { z } from '@hono/zod-openapi';
import type { MediumOfItem } from '../../domain/recipes/media.ts';
import { id } from '../ids.ts';
import { exampleOf, shape } from '../shape.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { eventableType } from './eventable-type.ts';
import { mediumOutput, toMediumOutput } from './medium.ts';
import { timestamp } from './timestamp.ts';

export const extendedMediumOutput = shape(
  'extended_medium_output',
  mediumOutput.extend({
    eventable_type: eventableType,
    eventable_id: id,
    recipe_id: id,
    prepared_at: timestamp,
    account: accountOutput,
  }),
  {
    ...exampleOf(mediumOutput),
    ...{ eventable_type: 'baking', eventable_id: 21, recipe_id: 9, prepared_at: '2026-05-02T18:00:00.000Z' },
    account: exampleOf(accountOutput),
  },
);

export function toExtendedMedium(medium: MediumOfItem): z.output<typeof extendedMediumOutput> {
  return {
    ...toMediumOutput(medium),
    eventable_type: medium.eventableType,
    eventable_id: medium.eventableId,
    recipe_id: medium.recipeId,
    prepared_at: medium.preparedAt.toISOString(),
    account: toAccountOutput(medium.account),
  };
}
