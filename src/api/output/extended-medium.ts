/** Serialises a picture together with the item it shows. */
import type { z } from '@hono/zod-openapi';
import type { BakingMedium } from '../../domain/recipes/baking-media.ts';
import { eventableType } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { mediumOutput, toMediumOutput } from './medium.ts';
import { timestamp } from './timestamp.ts';

export const extendedMediumOutput = namedSchema(
  'extended_medium_output',
  mediumOutput.extend({
    eventable_type: eventableType,
    eventable_id: id,
    recipe_id: id,
    prepared_at: timestamp,
    account: accountOutput,
  }),
  {
    ...schemaExample(mediumOutput),
    ...{ eventable_type: 'baking', eventable_id: 21, recipe_id: 9, prepared_at: '2026-05-02T18:00:00.000Z' },
    account: schemaExample(accountOutput),
  },
);

export function toExtendedMedium(medium: BakingMedium): z.output<typeof extendedMediumOutput> {
  return {
    ...toMediumOutput(medium),
    eventable_type: medium.eventableType,
    eventable_id: medium.eventableId,
    recipe_id: medium.recipeId,
    prepared_at: medium.preparedAt.toISOString(),
    account: toAccountOutput(medium.account),
  };
}
