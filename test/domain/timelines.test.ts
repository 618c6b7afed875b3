/** Home and account timelines, at the domain's own door. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { boost, unboost } from '../../src/domain/boosts.ts';
import { getEventable, listOwn } from '../../src/domain/eventables/read.ts';
import { anyone, viewerOf } from '../../src/domain/eventables/visibility.ts';
import { fanOut } from '../../src/domain/fan-out.ts';
import { follow, unfollow } from '../../src/domain/follows.ts';
import { parseIngredientLine } from '../../src/domain/recipes/ingredient-line.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus } from '../../src/domain/statuses.ts';
import { accountTimeline, homeTimeline } from '../../src/domain/timelines.ts';
import { firstPage } from '../../src/lib/page.ts';

const draft = {
  name: 'Pizza dough',
  description: 'A **good** dough.',
  serving: 4,
  servingType: 'servings',
  visibility: 'public' as const,
  locale: null,
  ingredients: ['250 g flour, sifted', '1/3 cup water', '1-2 pinches salt'].map((l) =>
    parseIngredientLine(l),
  ),
  steps: [{ name: '', content: 'Mix *gently*.', duration: 1800, ingredientPositions: [0, 1], links: [] }],
  tags: ['dough'],
  sourceUrl: null,
  prepTime: 600,
  cookTime: null,
};

beforeAll(() => connect(process.env.DATABASE_URL!));
afterAll(() => disconnect());

async function fanOutAll() {
  const { rows } = await pool().query(`SELECT id FROM event WHERE fanned_out_at IS NULL`);
  for (const row of rows) await fanOut(row.id);
}

test('it all hangs together', async () => {
  const ann = await register({ username: 'ann' });
  const bo = await register({ username: 'bo' });
  await follow(bo.id, ann.id);
  const id = await createRecipe(ann.id, draft);
  const recipe = await getEventable(id, anyone);
  console.log(JSON.stringify(recipe, null, 1).slice(0, 3000));
  expect(await homeTimeline(bo.id, firstPage)).toHaveLength(0);
  await fanOutAll();
  const home = await homeTimeline(bo.id, firstPage);
  console.log(JSON.stringify(home).slice(0, 2000));
  expect(home).toHaveLength(1);
  await updateRecipe(ann.id, id, {
    name: 'Dough',
    steps: [...draft.steps, { ...draft.steps[0]!, links: [{ target: { id }, serving: 2 }] }],
  });
  const changed = await getEventable(id, viewerOf(bo.id));
  expect(changed.name).toBe('Dough');
  console.log(JSON.stringify((changed as any).steps));
  const s = await createStatus(ann.id, {
    content: 'hi @bo #food',
    visibility: 'public',
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: id,
  });
  console.log(JSON.stringify(await getEventable(s, anyone)));
  await boost(ann.id, id);
  await fanOutAll();
  expect(await homeTimeline(bo.id, firstPage)).toHaveLength(2);
  expect(await accountTimeline(ann.id, anyone, { withReplies: false, page: firstPage })).toHaveLength(2);
  await unboost(ann.id, id);
  expect(await listOwn('recipe', ann.id, firstPage)).toHaveLength(1);
  await deleteRecipe(ann.id, id);
  await expect(getEventable(id, anyone)).rejects.toThrow('not found');
  await unfollow(bo.id, ann.id);
  expect(await homeTimeline(bo.id, firstPage)).toHaveLength(0);
});
