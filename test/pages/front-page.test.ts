/** The front page: the most cooked recipe, and rows of recipes, dishes and collections. */
import { beforeAll, expect, test } from 'vitest';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertCookedItem } from '../support/cooked-item.ts';
import { drain } from '../support/drain.ts';
import { insertPicture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { changeItem } from '../support/stored.ts';

useCast();
const ids: Record<string, number> = {};

const addPicture = (accountId: number, itemId: number) => insertPicture(accountId, itemId, { description: 'A plate' });

/** Publishes a cooked item with a picture. */
async function cook(
  who: 'ann' | 'bo' | 'cy',
  name: string,
  recipe: string,
  visibility: 'public' | 'unlisted' | 'private' = 'public',
) {
  const id = await insertCookedItem(cast[who], 'preparation', { visibility, name, recipeId: ids[recipe] });
  await addPicture(cast[who].id, id);
}

beforeAll(async () => {
  for (const [name, prepTime] of [
    ['Slow loaf', 90_000],
    ['Quick toast', 300],
    ['Soup', 1_800],
  ] as const)
    ids[name] = await createRecipe(cast.ann.id, { ...pizzaDough, name, prepTime });
  await addPicture(cast.ann.id, ids['Slow loaf']!);
  await addPicture(cast.ann.id, ids.Soup!);
  // One person who cooks often counts once, and a recipe without a picture never leads.
  await cook('bo', 'Loaf by Bo', 'Slow loaf');
  await cook('cy', 'Loaf by Cy', 'Slow loaf');
  for (const time of [1, 2, 3]) await cook('bo', `Soup ${time}`, 'Soup');
  for (const who of ['ann', 'bo', 'cy'] as const) await cook(who, `Toast by ${who}`, 'Quick toast');
  await cook('cy', 'Hidden soup', 'Soup', 'private');
  const { body: list } = await as(cast.ann).post('/collections', {
    collection: { name: 'Weeknights', visibility: 'public' },
  });
  await as(cast.ann).post(`/collections/${list.id}/items/${ids.Soup}?type=recipe`);
  await as(cast.ann).post('/collections', { collection: { name: 'Empty', visibility: 'public' } });
  await drain();
  await refreshTrends();
});

/** The names of the cards by heading, for a visitor. */
async function rowsOf(): Promise<{ lead: string | undefined; rows: Record<string, string[]> }> {
  const page = await (await testApp().request('https://cook.example/', { headers: { accept: 'text/html' } })).text();
  const names = (html: string) =>
    [...html.matchAll(/class="card-title"[^>]*><a [^>]*>([^<]*)</g)].map(([, name]) => name!);
  const sections = [...page.matchAll(/<section>.*?<h2>(.*?)<\/h2>(.*?)<\/section>/gs)];
  return {
    lead: /class="front-lead-text".*?<h2[^>]*><a [^>]*>([^<]*)</s.exec(page)?.[1],
    rows: Object.fromEntries(sections.map(([, title, content]) => [title, names(content!)])),
  };
}

test('the recipe with a picture that most people cooked this week leads, above rows of new, quick and cooked', async () => {
  const { lead, rows } = await rowsOf();
  expect(lead).toBe('Slow loaf');
  expect(rows['New recipes']).toEqual(['Soup', 'Quick toast', 'Slow loaf']);
  expect(rows['Ready in 30 minutes']).toEqual(['Soup', 'Quick toast']);
  expect(rows['Just cooked']).toEqual([
    'Toast by cy',
    'Toast by bo',
    'Toast by ann',
    'Soup 3',
    'Soup 2',
    'Soup 1',
    'Loaf by Cy',
    'Loaf by Bo',
  ]);
  expect(rows.Collections).toEqual(['Weeknights']);
});

test('an item with a content warning and one of a person who does not want to be found are not shown', async () => {
  await changeItem(ids['Slow loaf']!, { sensitive: true });
  await as(cast.cy).patch('/accounts/me', { discoverable: false });
  const { lead, rows } = await rowsOf();
  expect(lead).toBe('Soup');
  expect(rows['Just cooked']).not.toContain('Toast by cy');
  expect(rows['Just cooked']).toContain('Toast by bo');
});
