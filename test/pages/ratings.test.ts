/** Stars on pages: chosen in a form, shown on cooked items and recipes, and exposed to search engines. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { anyone, as } from '../support/as.ts';
import { type Browser, openBrowserAs } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { cookieOf, getPage, jsonLdOf } from '../support/get-page.ts';
import { faultsOf } from '../support/google-recipe.ts';
import { useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();

const password = 'a long enough password';
let ann: Account;
let bo: Account;
let browser: Browser;
let recipe: { id: number };
const page = '/@ann/recipes/bread';
beforeAll(async () => {
  [ann, bo] = (await Promise.all(
    ['ann', 'bo'].map((username) => register({ username, name: username, password })),
  )) as [Account, Account];
  browser = await openBrowserAs('bo', password);
  const bread = { name: 'Bread', ingredients: ['500 g flour'], steps: [{ content: 'Bake.' }] };
  recipe = (await as(ann).post('/recipes', bread)).body;
});

const fields = {
  name: 'Loaf',
  prepared_at: '2026-05-01',
  serving: '1',
  visibility: 'public',
  intent: 'publish',
};
const submit = async (path: string, changes: Record<string, string>) => {
  const { status, html, hidden } = await browser.get(path);
  expect([status, forbiddenContentIn(html)]).toEqual([200, []]);
  return browser.send(path.split('?')[0]!, Object.entries({ ...hidden, ...fields, ...changes }));
};
const ownBakings = async () => (await as(bo).get('/bakings')).body;

test('a cooked item is rated with radio buttons, and the rating can be changed and cleared', async () => {
  const { html } = await browser.get(`/write/cooked?recipe=${recipe.id}`);
  expect(html).toContain('<legend>How good is the recipe?</legend>');
  expect(html).toContain('name="rating" value="" checked');
  expect(html.match(/type="radio" name="rating"/g)).toHaveLength(6);

  const saved = await submit(`/write/cooked?recipe=${recipe.id}`, { rating: '4', description: 'So *good*.' });
  expect(saved.status).toBe(303);
  const [{ id, rating }] = await ownBakings();
  expect(rating).toBe(4);
  const edit = `/items/${id}/edit`;
  expect((await browser.get(edit)).html).toContain('name="rating" value="4" checked');
  await submit(edit, { rating: '5', description: 'So *good*.' });
  expect((await ownBakings())[0].rating).toBe(5);
  await submit(edit, { rating: '' });
  expect((await ownBakings())[0].rating).toBeNull();

  const wrong = await submit(edit, { rating: '9' });
  expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('<fieldset class="rating">')]);
  await submit(edit, { rating: '4', description: 'So *good*.' });
});

test('a rating that the form does not offer stays', async () => {
  const own = { name: 'Without recipe', prepared_at: '2026-05-01' };
  const { id } = (await as(bo).post('/preparations', { ...own, rating: null })).body;
  expect((await browser.get(`/items/${id}/edit`)).html).not.toContain('name="rating"');
  await as(bo).patch(`/preparations/${id}`, { rating: 3 });
  const { html } = await browser.get(`/items/${id}/edit`);
  expect(html).toContain('name="rating" value="3" checked');
  await submit(`/items/${id}/edit`, { intent: 'draft' });
  expect((await as(bo).get(`/preparations/${id}`)).body).toMatchObject({ name: 'Loaf', rating: 3 });
});

test('stars are shown on the cooked item, the recipe, its reviews and cards', async () => {
  const [{ id }] = await ownBakings();
  const shown = '<span class="stars" role="img" aria-label="4 of 5 stars">★★★★☆</span>';
  expect((await getPage(`/@bo/bakings/${id}`)).html).toContain(shown);
  const { html } = await getPage(page);
  expect(html).toContain('aria-label="Rated 4.0 of 5 stars">★ 4.0</span> · <a href="#reviews">1 rating</a>');
  expect(html).toContain('<h2>Reviews</h2>');
  expect(html).toContain(shown);
  expect(html).toContain('So <em>good</em>.');
  expect((await getPage('/@ann')).html).toContain('4.0 ★ (1)');
  expect((await getPage('/@bo/cooked')).html).toContain('4 ★');
  const reviews = await getPage(`${page}/reviews`);
  expect([reviews.status, forbiddenContentIn(reviews.html)]).toEqual([200, []]);
  expect(reviews.html).toContain(shown);
  expect(reviews.html).toContain('<meta name="robots" content="noindex"/>');
  expect((await getPage('/@ann/recipes/none/reviews')).status).toBe(404);
});

test('search engines get the mean, and reviews of accounts that may be indexed', async () => {
  const found = jsonLdOf((await getPage(page)).html)!;
  expect(found).toMatchObject({
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: 4,
      ratingCount: 1,
      bestRating: 5,
      worstRating: 1,
    },
    review: [
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'bo' },
        name: 'Loaf',
        reviewRating: { '@type': 'Rating', ratingValue: 4 },
        reviewBody: 'So good.',
      },
    ],
  });
  expect(faultsOf({ ...found, image: ['https://cook.example/media/x/medium'] })).toEqual([]);
  await as(bo).patch('/accounts/me', { account: { indexable: false } });
  const hidden = jsonLdOf((await getPage(page)).html)!;
  expect(hidden).toHaveProperty('aggregateRating');
  expect(hidden).not.toHaveProperty('review');
  await as(bo).patch('/accounts/me', { account: { indexable: true } });
});

test('a followers-only review is shown to followers only, and never exposed to search engines', async () => {
  const { id } = (
    await as(bo).post('/bakings', {
      recipe_id: recipe.id,
      name: 'Hush',
      prepared_at: '2026-05-01',
      rating: 1,
    })
  ).body;
  await as(bo).post(`/bakings/${id}/publish`, { visibility: 'private' });
  const [stranger, own] = [await getPage(page), await getPage(page, await cookieOf(bo))];
  expect(stranger.html).not.toContain('Hush');
  expect((await getPage(`${page}/reviews`)).html).not.toContain('Hush');
  expect(own.html).toContain('Hush');
  expect(jsonLdOf(own.html)).toMatchObject({ review: [{ name: 'Loaf' }] });
  expect((await anyone.get(`/recipes/${recipe.id}`)).body.rating).toEqual({ count: 1, mean: 4 });
});

test('the search page has a filter and an order by rating', async () => {
  const { html } = await getPage('/search?sort=rating&min_rating=4');
  expect(html).toContain('<option value="4" selected="">4 or more</option>');
  expect(html).toContain('<option value="rating" selected="">Best rated</option>');
  expect(html).toContain('1 recipe<');
  expect(html).toContain('4 stars and up – search');
  expect((await getPage('/search?min_rating=5')).html).toContain('<option value="5" selected="">5</option>');
  expect((await getPage('/search?min_rating=5')).html).toContain('0 recipes<');
});
