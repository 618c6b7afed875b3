/** What other programs and printers get from the page of a recipe: h-recipe, previews and a QR code. */
import { beforeAll, expect, test } from 'vitest';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { detailsFromStated } from '../../src/recipe-import/details-from-stated.ts';
import { readPage } from '../../src/recipe-import/html-page.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { getPage } from '../support/get-page.ts';
import { insertPicture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';

useCast();
const page = '/@ann/recipes/pizza-dough';
let recipeId: number;
const addPhoto = (eventableId: number, key: string) =>
  insertPicture(cast.ann.id, eventableId, { key, height: 800, description: `Photo ${key}` });
/** The value of a meta element. */
const meta = (html: string, name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1];

beforeAll(async () => {
  const steps = [...pizzaDough.steps.slice(0, 1), { ...pizzaDough.steps[1]!, content: 'Wait an hour.' }];
  const details = {
    ...pizzaDough.details,
    category: ['Basics', 'Bread'],
    nutrition: { calories: '240 kcal' },
  };
  recipeId = await createRecipe(cast.ann.id, { ...pizzaDough, steps, cookTime: 1_200, details });
});

test('the recipe can be read from the classes of h-recipe alone', async () => {
  const { html } = await getPage(page);
  const marked = html.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '');
  const { draft, stated } = readPage(marked).recipes[0]!;
  expect(draft).toMatchObject({ name: 'Pizza dough', serving: 4 });
  expect(stated?.totalTime).toBe(1_800);
  expect(stated?.category).toEqual(['Basics', 'Bread']);
  expect(html).toMatch(/<tr class="p-nutrition"><th scope="row">Energy<\/th> <td>240 kcal<\/td><\/tr>/);
  expect(draft.ingredients.map(({ originalText }) => originalText)).toEqual([
    '250 g flour, sifted',
    '⅓ cup water',
    '1–2 pinches salt',
  ]);
  expect(draft.steps.map(({ content }) => content).join(' ')).toMatch(/Mix gently\..*Wait an hour\./s);
  expect(html).toContain('<a class="p-author h-card" href="/@ann">');
  expect(html).toMatch(/<a class="when u-url" href="[^"]+"><time class="dt-published" datetime="20/);
});

test('an import of the page credits the original, and takes neither its title picture nor its category as a tag', async () => {
  const credit = { name: 'Ada Example', url: 'https://food.example/ada', site: 'Food Example' };
  const sourceUrl = 'https://food.example/stew';
  const details = { ...pizzaDough.details, credit, category: ['Dinner'], cuisine: ['French'] };
  await createRecipe(cast.ann.id, {
    ...pizzaDough,
    name: 'Bean stew',
    description: '',
    tags: ['winter'],
    sourceUrl,
    details,
  });
  const { html } = await getPage('/@ann/recipes/bean-stew');
  expect(meta(html, 'og:image')).toContain('/share-pictures/');
  const { draft, stated } = readPage(html, 'https://cook.example/@ann/recipes/bean-stew').recipes[0]!;
  expect(draft).toMatchObject({ sourceUrl, tags: ['winter'], description: '' });
  expect(detailsFromStated(stated!).details).toMatchObject({ credit, category: ['Dinner'], cuisine: ['French'] });
  expect(stated!.imageUrls).toEqual([]);
});

test('an import of the page of an own recipe credits its account', async () => {
  const url = 'https://cook.example/@ann/recipes/pizza-dough';
  const { draft, stated } = readPage((await getPage(page)).html, url).recipes[0]!;
  expect(draft.sourceUrl).toBe(url);
  expect(detailsFromStated(stated!).details.credit?.name).toBe('Ann');
});

test('every public recipe has a picture for previews, also without a photo', async () => {
  const before = (await getPage(page)).html;
  expect(meta(before, 'og:image')).toMatch(/^https:\/\/cook\.example\/share-pictures\/\d+\/[0-9a-f]{16}\.png$/);
  expect(before).toMatch(/<img class="lead-pattern" src="\/assets\/pattern-[^"]+#svgView[^"]+" alt=""/);
  await addPhoto(recipeId, 'lead');
  const { html } = await getPage(page);
  expect(html).not.toContain('lead-pattern');
  expect(meta(html, 'og:image')).toBe('https://cook.example/media/lead/medium');
  expect(html).toMatch(
    /<img class="lead-picture u-photo" [^>]*alt="Photo lead" width="1200" height="800" fetchpriority="high"\/>/,
  );
  expect(html).toContain('<link rel="canonical" href="https://cook.example/@ann/recipes/pizza-dough"/>');
});

test('photos of bakings and preparations are a strip below the head, without hidden ones', async () => {
  const cook = async (kind: string, visibility: string, key: string) => {
    const body = { recipe_id: recipeId, name: key, prepared_at: '2026-11-01' };
    const { id } = (await as(cast.bo).post(`/${kind}`, body)).body;
    await as(cast.bo).post(`/${kind}/${id}/publish`, { visibility });
    await addPhoto(id, key);
  };
  await cook('bakings', 'public', 'baked');
  await cook('preparations', 'public', 'prepared');
  await cook('bakings', 'private', 'secret');
  const { html } = await getPage(page);
  const strip = /<section id="cooked".*?<\/section>/s.exec(html)![0];
  expect(strip).toContain('Cooked 2 times');
  expect([...strip.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual(['Photo prepared', 'Photo baked']);
  expect(html.indexOf('</header><section id="cooked"')).toBeGreaterThan(0);
  // The API lists bakings only.
  expect((await as(cast.ann).get(`/recipes/${recipeId}/media`)).body).toHaveLength(1);
});

test('the printed page has a QR code of its address', async () => {
  const { html } = await getPage(page);
  const [, size, path] = /<svg class="qr" viewBox="0 0 (\d+) \1".*?<path stroke="#000" d="([^"]+)"/.exec(html)!;
  expect(html).toContain('<p>cook.example/@ann/recipes/pizza-dough</p>');
  // The finder pattern begins behind a border of four modules (ISO/IEC 18004).
  expect(path).toMatch(/^M4 4\.5h7m/);
  expect(Number(size)).toBeGreaterThan(25);
  const other = (await getPage('/@ann/recipes/pizza-dough?serving=8')).html;
  expect(other).toContain(path);
});

test('cook mode shows each step with its ingredients, its place and links to its neighbours', async () => {
  const { html, headers } = await getPage(`${page}/cook?serving=8`);
  const panels = [...html.matchAll(/<section class="cook-panel" id="([^"]+)".*?<\/section>/gs)];
  expect(panels.map(([, id]) => id)).toEqual(['ready', 'step-1', 'step-2', 'done']);
  const [ready, first, second, done] = panels.map(([text]) => text) as [string, string, string, string];
  expect(ready).toContain('For 8 servings');
  expect(ready).toContain('<input type="checkbox" id="ingredient-2"/>');
  expect(first).toContain('Step 1 of 2');
  expect(first).toMatch(/500 g<\/strong>.*flour.*water/s);
  expect(first).not.toContain('salt');
  expect(first).toContain('data-seconds="1800"');
  expect(second.match(/data-seconds="3600"/g)).toHaveLength(1);
  expect(second).toContain('href="#step-1" rel="prev"');
  expect(second).toContain('href="#done" rel="next"');
  expect(done).toContain(`href="${page}?serving=8"`);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
});
