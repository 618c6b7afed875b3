/** Parses lists in a query, as `tag=soup&tag=vegan` or `tag=soup,vegan`. */
import { z } from '@hono/zod-openapi';
import { line } from './fields.ts';

const maxValues = 10;

/** Repeated and comma-separated values as one list, without empty ones. */
export const commaSeparated = z.union([z.string(), z.array(z.string())]).transform((input) =>
  [input]
    .flat()
    .flatMap((text) => text.split(','))
    .map((value) => value.trim())
    .filter(Boolean),
);

export const listQuery = (description: string, example: string) =>
  commaSeparated
    .default([])
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
