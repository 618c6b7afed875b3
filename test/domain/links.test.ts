/** Step links in random graphs, compared with a simple traversal for each viewer. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { listLinked } from '../../src/domain/items/read.ts';
import { config } from '../../src/lib/config.ts';
import { DomainError } from '../../src/lib/errors.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { randomRuns } from '../support/random-runs.ts';
import { insertBlock, insertFollow } from '../support/relations.ts';
import { statementsOf } from '../support/statements.ts';

useCast();
/** Bo follows Ann and Cy. Ann and Cy have no relation. */
beforeAll(async () => {
  await insertFollow(cast.bo.id, cast.ann.id, cast.cy.id);
});

const people = ['ann', 'bo', 'cy'] as const;
const types = ['recipe', 'preparation', 'baking'] as const;
type Person = (typeof people)[number];

interface Node {
  author: Person;
  type: (typeof types)[number];
  visibility: 'public' | 'unlisted' | 'private';
  draft: boolean;
}

const node: fc.Arbitrary<Node> = fc.record({
  author: fc.constantFrom(...people),
  type: fc.constantFrom(...types),
  visibility: fc.constantFrom('public' as const, 'unlisted' as const, 'private' as const),
  draft: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
});
const graph = fc.array(node, { minLength: 4, maxLength: 12 }).chain((nodes) => {
  const index = fc.nat(nodes.length - 1);
  return fc.record({
    nodes: fc.constant(nodes),
    edges: fc.array(fc.tuple(index, index), { minLength: 2, maxLength: 30, size: 'max' }),
    viewer: fc.constantFrom<Person | null>(...people, null),
    blocks: fc.boolean(),
  });
});

const isDraft = ({ type, draft }: Node) => draft && type !== 'recipe';

function sees(viewer: Person | null, blocks: boolean, item: Node): boolean {
  if (item.author === viewer) return true;
  if (isDraft(item)) return false;
  if (blocks && viewer !== null && new Set([viewer, item.author]).isSubsetOf(new Set(['bo', 'cy']))) return false;
  return item.visibility !== 'private' || (viewer === 'bo' && item.author !== 'bo');
}

/** Indexes by distance, or null if the viewer cannot see the start. */
function walk(
  { nodes, edges, viewer, blocks }: typeof graph extends fc.Arbitrary<infer G> ? G : never,
  root: number,
): number[][] | null {
  const visible = (at: number) => sees(viewer, blocks, nodes[at]!);
  if (!visible(root)) return null;
  const seen = new Set([root]);
  const found: number[][] = [];
  let frontier = [root];
  for (let depth = 0; depth < config.maxLinkDepth; depth += 1) {
    const next = [
      ...new Set(frontier.flatMap((at) => edges.filter(([from]) => from === at).map(([, to]) => to))),
    ].filter((at) => !seen.has(at) && visible(at));
    for (const at of next) seen.add(at);
    found.push(next.filter((at) => nodes[at]!.type === nodes[root]!.type).sort((a, b) => a - b));
    frontier = next;
  }
  return found;
}

/** Ids rise with the position in the list. */
async function store({ nodes, edges }: { nodes: Node[]; edges: [number, number][] }): Promise<number[]> {
  const items = nodes.map((item) => ({
    type: item.type,
    accountId: cast[item.author].id,
    iri: isDraft(item) ? null : `https://cook.example/x/${randomUUID()}`,
    publication: isDraft(item) ? ('draft' as const) : ('published' as const),
    visibility: item.visibility,
    slug: item.type === 'recipe' ? randomUUID() : null,
    name: 'Dish',
    serving: 1,
    preparedAt: new Date(),
  }));
  const inserted = await prisma().eventable.createManyAndReturn({ data: items, select: { id: true } });
  const ids = inserted.map(({ id }) => Number(id));
  const steps = edges.map(([from], position) => ({
    eventableId: ids[from]!,
    position,
    content: 'See',
    contentHtml: '',
  }));
  const links = (await prisma().step.createManyAndReturn({ data: steps })).map(({ id, eventableId, position }) => ({
    stepId: id,
    sourceId: eventableId,
    position: 0,
    targetId: ids[edges[position]![1]]!,
  }));
  await prisma().stepLink.createMany({ data: links });
  return ids;
}

async function listedIds(type: Node['type'], id: number, viewer: Person | null): Promise<number[] | null> {
  const accountId = viewer === null ? null : cast[viewer].id;
  try {
    return (await listLinked(type, id, { accountId, host: null })).map((item) => item.id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}

test('in any graph, links are followed as far as the viewer may see, each item once, nearest first', async () => {
  await fc.assert(
    fc.asyncProperty(graph, async (given) => {
      await deleteAll('blocks');
      if (given.blocks) {
        await insertBlock(cast.bo.id, cast.cy.id);
      }
      const ids = await store(given);
      for (const root of [0, 1]) {
        const expected =
          walk(given, root)
            ?.flat()
            .map((at) => ids[at]!) ?? null;
        expect(await listedIds(given.nodes[root]!.type, ids[root]!, given.viewer)).toEqual(expected);
      }
    }),
    randomRuns(60),
  );
});

test('one statement follows all links', async () => {
  const nodes = Array.from(
    { length: 8 },
    (): Node => ({ author: 'ann', type: 'recipe', visibility: 'public', draft: false }),
  );
  const chain = nodes.slice(1).map((_, at): [number, number] => [at, at + 1]);
  const ids = await store({ nodes, edges: chain });
  let found: number[] | null = null;
  const statements = await statementsOf(async () => {
    found = await listedIds('recipe', ids[0]!, null);
  });
  expect(statements).toEqual(['select_linked']);
  expect(found).toEqual(ids.slice(1, 1 + config.maxLinkDepth));
});

test('at most 100 items are returned, the nearest first', async () => {
  const nodes = Array.from(
    { length: 130 },
    (): Node => ({ author: 'ann', type: 'recipe', visibility: 'public', draft: false }),
  );
  const star = nodes.slice(1).map((_, at): [number, number] => (at < 60 ? [0, at + 1] : [1, at + 1]));
  const ids = await store({ nodes, edges: star });
  expect(await listedIds('recipe', ids[0]!, null)).toEqual(ids.slice(1, 101));
});
