/** Serialises forks of recipes. */
import { z } from '@hono/zod-openapi';
import type { Fork, ForkTree } from '../../domain/recipes/forks.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';

export const forkOutput = namedSchema(
  'fork_output',
  shortEventableOutput.extend({
    forked_from_id: id
      .nullable()
      .openapi({ description: 'Its original. Null for the first one that the viewer may see' }),
  }),
  { ...schemaExample(shortEventableOutput), forked_from_id: 9, id: 31, name: 'Rye pizza dough' },
);

export const forkTreeOutput = namedSchema(
  'fork_tree_output',
  z.object({
    ancestors: z.array(forkOutput).openapi({ description: 'From the first original to the recipe’s own' }),
    descendants: z.array(forkOutput).openapi({ description: 'Each fork after its original' }),
  }),
  { ancestors: [], descendants: [schemaExample(forkOutput)] },
);

export const toForkOutput = (fork: Fork): z.output<typeof forkOutput> => ({
  ...toShortEventable(fork),
  forked_from_id: fork.forkedFromId,
});

export const toForkTreeOutput = ({ ancestors, descendants }: ForkTree): z.output<typeof forkTreeOutput> => ({
  ancestors: ancestors.map(toForkOutput),
  descendants: descendants.map(toForkOutput),
});
