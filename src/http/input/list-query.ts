/** Parses lists in a query, as `tag=soup&tag=vegan` or `tag=soup,vegan`. */
import { z } from '@hono/zod-openapi';
import { line } from './fields.ts';

const maxValues = 10;

/** Empty values are left out. */
export const listQuery = (description: string, example: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((value) => [value].flat().flatMap((text) => text.split(',')))
    .transform((values) => values.filter((value) => value.trim() !== ''))
    .pipe(z.array(line(100)).max(maxValues, `must have at most ${maxValues} values`))
    .openapi({
      ...{
        type: 'array',
        items: { type: 'string' },
        anyOf: undefined,
        maxItems: maxValues,
        example: [example],
      },
      description,
    });
