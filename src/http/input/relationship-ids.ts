/** Ids in a query, as `id[]=1&id[]=2`, `id=1&id=2` or `id=1,2`. */
import { z } from '@hono/zod-openapi';
import { readId } from '../ids.ts';

const most = 100;
const given = z.union([z.string(), z.array(z.string())]).optional();

const ids = (description: string) =>
  given.openapi({
    ...{ type: 'array', items: { type: 'integer' }, anyOf: undefined, maxItems: most, example: [3, 4] },
    description,
  });

export const relationshipQuery = z
  .object({
    id: ids('Ids of accounts, as `id=3&id=4` or `id=3,4`'),
    'id[]': ids('The same, as `id[]=3&id[]=4`'),
  })
  .transform((query, context) => {
    const texts = [query['id[]'] ?? [], query.id ?? []].flat().flatMap((text) => text.split(','));
    const asked = texts.filter((text) => text.trim() !== '');
    if (asked.length > most) {
      context.addIssue({ code: 'custom', path: ['id'], message: `is too long (at most ${most} ids)` });
      return z.NEVER;
    }
    // What cannot be an id is nobody's, and unknown ids are left out.
    return { id: [...new Set(asked.flatMap((text) => readId(text.trim()) ?? []))] };
  });
