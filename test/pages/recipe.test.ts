/** The recipe page: content, visibility and cost. */
import { beforeAll, expect, test } from 'vitest';
import { createCooked } from '../../src/domain/cooking/cooking.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { publishItem } from '../../src/domain/items/publish.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';
import { anyone } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { cookieOf, getPage, jsonLdOf } from '../support/get-page.ts';
import { leastOf, medianProcessorTime, onIdleDesktop } from '../support/processor-time.ts';
import { pizzaDough } from '../support/recipes.ts';
import { statementsOf } from '../support/statements.ts';

useCast();
let doughId: number;
const page = '/@ann/recipes/pizza-dough';

beforeAll(async () => {
  doughId = await createRecipe(cast.ann.id, pizzaDough);
});

test('a recipe page is complete: ingredients, steps, times, tags and author', async () => {
  const { status, html, headers } = await getPage(page);
  expect(status).toBe(200);
  for (const text of [
    '<h1 class="p-name">Pizza dough</h1>',
    '<strong class="amount">250 g</strong> <span class="food">flour',
    '<strong class="amount">⅓ cup</strong> <span class="food">water',
    '<strong class="amount">1–2 pinches</strong> <span class="food">salt',
    '<p>Mix <em>gently</em>.</p>',
    'data-seconds="1800"',
    '<a class="chip" href="https://cook.example/tags/dough" rel="tag">#dough</a>',
    '<a class="p-author h-card" href="/@ann"><bdi>Ann</bdi></a>',
    '<dt>Prep</dt><dd><time class="dt-duration" datetime="PT10M">10 min</time></dd>',
  ])
    expect(html).toContain(text);
  expect(headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
});

test('servings and units are chosen in the URL, and invalid values are ignored', async () => {
  const amounts = async (query: string) =>
    [...(await getPage(`${page}?${query}`)).html.matchAll(/class="amount">([^<]*)</g)].map(([, text]) => text);
  expect(await amounts('serving=8')).toEqual(['500 g', '⅔ cup', '2–4 pinches']);
  expect(await amounts('serving=6&units=metric')).toEqual(['375 g', '120 ml', '1½–3 pinches']);
  expect(await amounts('units=us')).toEqual(['2⅛ cups', '⅓ cup', '1–2 pinches']);
  for (const query of ['serving=0', 'serving=1e3', 'serving=99999', 'serving=%01', 'units=__proto__']) {
    expect(await amounts(query)).toEqual(['250 g', '⅓ cup', '1–2 pinches']);
  }
});

test('another baking pan is chosen in the URL, and amounts follow its area', async () => {
  const step = { name: '', duration: null, ingredientPositions: [], links: [] };
  const steps = [{ ...step, content: 'Beat 2 eggs. Bake at 180 °C in a 20 cm springform.' }];
  const ingredients = ['100 g flour', '2 eggs'].map((line) => parseIngredientLine(line));
  await createRecipe(cast.ann.id, { ...pizzaDough, name: 'Small cake', serving: 8, ingredients, steps });
  const cake = '/@ann/recipes/small-cake';
  const amountsOf = (html: string) => [...html.matchAll(/class="amount">([^<]*)</g)].map(([, text]) => text);

  const { html } = await getPage(cake);
  expect(html).toMatch(/<details class="pans no-print"><summary>Another pan size/);
  expect(html).toContain('<option value="round" selected');
  expect(html).toContain('name="pan_size" value="20"');

  const pans = 'pan=round&pan_size=20&pan_unit=cm&new_pan=square&new_size=20+%C3%97+31.4&new_unit=cm';
  const larger = (await getPage(`${cake}?${pans}`)).html;
  expect(amountsOf(larger)).toEqual(['200 g', '4']);
  expect(larger).toContain('Beat 4 eggs.');
  expect(larger).toContain('All amounts are multiplied by 2.');
  expect(larger).toContain('value="16"');
  // Cook mode and units keep the pans, and other servings end them.
  expect(larger).toMatch(/href="[^"]*\/cook\?pan=round&amp;pan_size=20/);
  expect(larger).toMatch(/href="\/units\/us\?back=[^"]*pan_size%3D20/);
  expect(larger).toContain('href="/@ann/recipes/small-cake?serving=17#ingredients"');
  const inches = (await getPage(`${cake}?${pans.replaceAll('cm', 'in').replace('31.4', '15.7')}`)).html;
  expect(amountsOf(inches)).toEqual(['100 g', '2']);

  for (const size of ['big', '0', '999', '-20', '%00'].map((text) => pans.replace('size=20', `size=${text}`))) {
    const refused = await getPage(`${cake}?${size}`);
    if (refused.status === 400) continue;
    expect([refused.status, amountsOf(refused.html)]).toEqual([200, ['100 g', '2']]);
    expect(refused.html).toContain('Enter sizes such as 26 or 20 × 30');
  }
});

test('amounts are those of a kitchen, in the language of the recipe, and the page says what was scaled', async () => {
  const step = { name: '', duration: null, ingredientPositions: [], links: [] };
  const steps = [{ ...step, content: '1 EL Stärke mit *1 EL Wasser* mischen.' }];
  const lines = ['1 EL Stärke', '1,5 kg Kartoffeln', '3 Tassen Milch', '1/8 TL Salz'];
  const ingredients = lines.map((line) => parseIngredientLine(line));
  const draft = { ...pizzaDough, name: 'Suppe', locale: 'de', servingType: 'loaf', ingredients, steps };
  await createRecipe(cast.ann.id, draft);
  const amountsOf = (html: string) => [...html.matchAll(/class="amount">([^<]*)</g)].map(([, text]) => text);

  const { html } = await getPage('/@ann/recipes/suppe?serving=2');
  expect(amountsOf(html)).toEqual(['½ EL', '750 g', '1½ Tassen', 'eine Prise']);
  expect(html).toContain('<p>½ EL Stärke mit <em>½ EL Wasser</em> mischen.</p>');
  expect(html).toContain('Amounts in the text are scaled too.');
  expect(html).toContain('For 2 loaves');
  expect(amountsOf((await getPage('/@ann/recipes/suppe?serving=5')).html).slice(1, 3)).toEqual([
    '1,88 kg',
    '3¾ Tassen',
  ]);

  const each = { ...draft, name: 'Teilchen', steps: [{ ...step, content: 'Jedes Teilchen mit 1 TL Salz bestreuen.' }] };
  await createRecipe(cast.ann.id, each);
  const left = (await getPage('/@ann/recipes/teilchen?serving=2')).html;
  expect(left).toContain('mit 1 TL Salz bestreuen');
  expect(left).toContain('Some amounts in the text are as written, for 4 loaves.');
  expect((await getPage('/@ann/recipes/teilchen')).html).not.toContain('Some amounts in the text');
});

test('durations in steps are marked, and cook mode gets timers from them', async () => {
  const step = {
    name: '',
    duration: null,
    ingredientPositions: [],
    links: [],
    content: 'Bake for **25–30 minutes** with 200 g flour. Serves 4 since 1995.',
  };
  await createRecipe(cast.ann.id, { ...pizzaDough, name: 'Timed', steps: [step] });
  const timer = '<time class="timer" datetime="PT25M" data-seconds="1500">25–30 minutes</time>';
  const { html } = await getPage('/@ann/recipes/timed?serving=8');
  expect(html).toContain(`<p>Bake for <strong>${timer}</strong> with 400 g flour. Serves 4 since 1995.</p>`);
  expect((await getPage('/@ann/recipes/timed/cook?units=us')).html).toContain(`${timer}</strong> with 1⅔ cups flour.`);
  expect((await getPage('/@ann/recipes/timed')).html).toContain('with 200 g flour.');
});

test('a linked recipe unfolds in place, scaled to the required amount', async () => {
  await createRecipe(cast.ann.id, {
    ...pizzaDough,
    name: 'Pizza',
    serving: 2,
    steps: [
      {
        ...pizzaDough.steps[0]!,
        links: [{ target: { id: doughId, type: 'recipe' }, serving: 2 }],
      },
    ],
  });
  const { html } = await getPage('/@ann/recipes/pizza?serving=4');
  expect(html).toContain('<summary>Pizza dough <span class="hint">4 servings</span></summary>');
  expect((await getPage('/@ann/recipes/pizza')).html).toMatch(/<details.*125 g.*View full recipe/s);
});

test('a private, blocked, draft or missing recipe has the same response', async () => {
  await createRecipe(cast.ann.id, { ...pizzaDough, name: 'Secret', visibility: 'private' });
  const [guest, owner] = [await getPage('/@ann/recipes/secret'), await cookieOf(cast.ann)];
  const missing = await getPage('/@ann/recipes/nothing');
  expect([guest.status, guest.html]).toEqual([404, missing.html]);
  const own = await getPage('/@ann/recipes/secret', owner);
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(own.html).toContain('<meta name="robots" content="noindex"/>');
  expect(jsonLdOf(own.html)).toBeNull();
  expect((await getPage('/@ann', owner)).html).toContain('Secret');
  expect((await getPage('/@ann')).html).not.toContain('Secret');

  const draft = await createCooked('baking', cast.ann.id, {
    recipeId: doughId,
    name: 'Not yet',
    preparedAt: new Date(),
    serving: 1,
    servingType: null,
    description: '',
    visibility: 'public',
    locale: 'en',
    ingredients: null,
    steps: null,
    tags: [],
  });
  expect((await getPage(`/@ann/bakings/${draft}`, owner)).status).toBe(404);
  await publishItem('baking', cast.ann.id, draft, null);
  expect((await getPage(`/@ann/bakings/${draft}`)).html).toContain(`<a href="${page}">Pizza dough</a>`);
  expect((await getPage(page)).html).toContain('Cooked once');

  const cookie = await cookieOf(cast.cy);
  await block(cast.ann.id, cast.cy.id);
  const blocked = await getPage(page, cookie);
  const missingToCy = await getPage('/@ann/recipes/nothing', cookie);
  expect([blocked.status, blocked.html]).toEqual([404, missingToCy.html]);
});

test('the page URL returns the ActivityPub object if the client asks for it', async () => {
  const { headers, html } = await getPage(page);
  const iri = `https://cook.example/users/${cast.ann.id}/recipes/${doughId}`;
  expect(headers.get('link')).toBe(`<${iri}>; rel="alternate"; type="application/activity+json"`);
  expect(html).toContain(`<link rel="alternate" type="application/activity+json" href="${iri}"/>`);
  expect(html).toContain(`<link rel="canonical" href="https://cook.example${page}"/>`);
  const object = await getPage(page, { accept: 'application/activity+json' });
  expect(object.headers.get('vary')).toContain('Accept');
  expect(JSON.parse(object.html)).toMatchObject({ id: iri, type: 'Note', 'schema:name': 'Pizza dough' });
});

test('a recipe page is small and fast, and needs few database queries', async () => {
  const long = {
    ...pizzaDough,
    name: 'Long',
    ingredients: Array.from({ length: 40 }, () => pizzaDough.ingredients[0]!),
    steps: Array.from({ length: 30 }, () => ({
      ...pizzaDough.steps[0]!,
      content: 'Stir, and stir again until it is smooth. '.repeat(8),
      links: [{ target: { id: doughId, type: 'recipe' as const }, serving: null }],
    })),
  };
  await createRecipe(cast.ann.id, long);
  expect((await getPage('/@ann/recipes/long')).html.length).toBeLessThan(64_000);

  // On a busy machine, settings may expire between two requests. The best of three attempts counts.
  const counts: number[] = [];
  while (counts.length < 3) counts.push((await statementsOf(() => getPage('/@ann/recipes/long'))).length);
  expect(Math.min(...counts)).toBeLessThanOrEqual(4);
  for (const path of [page, '/@ann/recipes/long']) {
    const median = async () => onIdleDesktop(await medianProcessorTime(30, () => getPage(path)), 15);
    expect(await leastOf(5, 15, median), path).toBeLessThanOrEqual(15);
  }
});

test('a recipe in another direction than the page keeps boxes, amounts and names together', async () => {
  const ingredients = ['2 كوب دقيق', 'ملح'].map((line) => parseIngredientLine(line));
  const steps = [{ name: '', duration: null, ingredientPositions: [0], links: [], content: 'اخلط.' }];
  const details = { ...pizzaDough.details, category: ['وصفات جدتي', 'Dinner'], difficulty: 'easy' as const };
  const draft = { ...pizzaDough, ingredients, steps, details };
  const known = await createRecipe(cast.ann.id, { ...draft, name: 'خبز', locale: 'ar' });
  const unknown = await createRecipe(cast.ann.id, { ...draft, name: 'خبز بلدي', locale: 'und' });
  const pageOf = async (id: number, language: string) => {
    const { slug } = (await anyone.get(`/recipes/${id}`)).body;
    return getPage(`/@ann/recipes/${encodeURIComponent(slug)}`, { 'accept-language': language });
  };
  const { html } = await pageOf(known, 'en');
  expect(html).toContain('<div class="e-instructions" lang="ar" dir="rtl">');
  expect(html).toMatch(/<div lang="ar" dir="rtl"><ul class="ingredients">/);
  expect(html).toMatch(/<li><bdi>[^<]+<\/bdi> <bdi>دقيق<\/bdi><\/li>/);
  expect(html).toContain('<bdi class="p-category">وصفات جدتي</bdi>, <bdi class="p-category">Dinner</bdi>');
  expect((await pageOf(unknown, 'en')).html).toContain('<div class="e-instructions" dir="rtl">');
  const arabic = (await pageOf(known, 'ar')).html;
  expect(arabic).toContain('<div class="e-instructions">');
  expect(arabic).toContain('سهلة');
  // A common category is in the reader's language.
  expect(arabic).toContain('<bdi class="p-category">طبق رئيسي</bdi>');
  expect((await getPage(page, { 'accept-language': 'ar' })).html).toContain('lang="en" dir="ltr"');
  for (const [language, word] of [
    ['de', 'Einfach'],
    ['ja', 'かんたん'],
  ] as const)
    expect((await pageOf(known, language)).html).toContain(`<dd>${word}</dd>`);
});
