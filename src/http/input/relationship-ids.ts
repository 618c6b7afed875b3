/** Parses ids in a query, as `id[]=1&id[]=2`, `id=1&id=2` or `id=1,2`. */
import { z } from '@hono/zod-openapi';
import { readId } from '../ids.ts';

const maxIds = 100;
const idList = z.union([z.string(), z.array(z.string())]).optional();

const ids = (description: string) =>
  idList.openapi({
    ...{ type: 'array', items: { type: 'integer' }, anyOf: undefined, maxItems: maxIds, example: [3, 4] },
    description,
  });

export const relationshipQuery = z
  .object({
    id: ids('Ids of accounts, as `id=3&id=4` or `id=3,4`'),
    'id[]': ids('The same, as `id[]=3&id[]=4`'),
  })
  .transform((query, context) => {
    const texts = [query['id[]'] ?? [], query.id ?? []].flat().flatMap((text) => text.split(','));
    const requested = texts.filter((text) => text !== '');
    if (requested.length > maxIds) {
      context.addIssue({ code: 'custom', path: ['id'], message: `is too long (at most ${maxIds} ids)` });
      return z.NEVER;
    }
    // Text that is not an id is left out, like unknown ids.
    return { id: [...new Set(requested.flatMap((text) => readId(text) ?? []))] };
  });
