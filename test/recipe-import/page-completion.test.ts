/** Completes the data of a page by what the page shows: yield, times, title, lines, steps and equipment. */
import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/recipe-import/html-page.ts';

const ingredients = ['200 g beans', '1 onion, chopped', '2 tbsp oil', '1 tsp salt'];
const steps = ['Soak the beans overnight.', 'Fry the onion in the oil.', 'Simmer everything for 40 minutes.'];
const data = (more: object = {}) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Recipe', name: 'Stew', recipeIngredient: ingredients, recipeInstructions: steps, ...more })}</script>`;
const items = (lines: string[]) => lines.map((line) => `<li>${line}</li>`).join('');
const list = `<h2>Ingredients</h2><ul>${items(ingredients)}</ul>`;
const method = `<h2>Method</h2><ol>${items(steps)}</ol>`;
const read = (html: string, url: string | null = null) => readPage(html, url).recipes[0]!;
const linesOf = (html: string) => read(html).draft.ingredients.map(({ originalText }) => originalText);
const stepsOf = (html: string) => read(html).draft.steps.map(({ content }) => content);

describe('the yield of the page', () => {
  it.each<[string, number, string]>([
    ['<p>Serves 4</p>', 4, 'servings'],
    ['<p>Serves four</p>', 4, 'servings'],
    ['<p>Makes about 12 cookies</p>', 12, 'cookies'],
    ['<p>Yield: 2 loaves</p>', 2, 'loaves'],
    ['<dl><dt>Servings</dt><dd>6</dd></dl>', 6, 'servings'],
    ['<label>Servings</label><input type="number" value="6">', 6, 'servings'],
    ['<div><p>6</p><p>Servings</p></div>', 6, 'servings'],
    ['<p>4–6 servings</p>', 4, 'servings'],
    ['<h2>Zutaten für 4 Personen</h2>', 4, 'servings'],
    ['<h2>Ingredients (serves 4)</h2>', 4, 'servings'],
    ['<p>Portionen: 4</p>', 4, 'servings'],
    ['<p>Pour 4 personnes</p>', 4, 'servings'],
    ['<p>Para 4 personas</p>', 4, 'servings'],
    ['<p>Dosi per 4 persone</p>', 4, 'servings'],
    ['<p>Rendimento: 4 porções</p>', 4, 'servings'],
    ['<p>Voor 4 personen</p>', 4, 'servings'],
    ['<p>Liczba porcji: 4</p>', 4, 'servings'],
    ['<p>Porcí: 4 porcí</p><p>Počet porcí: 4</p>', 4, 'servings'],
    ['<p>4 adag</p>', 4, 'servings'],
    ['<p>4 kişilik</p>', 4, 'servings'],
    ['<p>4 kişi için</p>', 4, 'servings'],
    ['<p>4 लोगों के लिए</p>', 4, 'servings'],
    ['<p>Количество порций: 4</p>', 4, 'servings'],
    ['<p>На 4 порції</p>', 4, 'servings'],
    ['<p>عدد الحصص: ٤</p>', 4, 'servings'],
    ['<p>4인분</p>', 4, 'servings'],
    ['<h2>材料（4人分）</h2>', 4, 'servings'],
    ['<p>份量：4人份</p>', 4, 'servings'],
    ['<p>4 portioner</p>', 4, 'servings'],
  ])('%s is %i %s', (html, serving, servingType) => {
    expect(read(data() + html).draft).toMatchObject({ serving, servingType });
  });

  it.each([
    '<p>4 people like this</p>',
    '<p>Serving size: 1 cup</p>',
    '<p>Makes a wonderful lunch</p>',
    '<p>For 4 days</p>',
  ])('%s is none', (html) => {
    const { draft, notUnderstood } = read(data() + html);
    expect(draft.serving).toBe(1);
    expect(notUnderstood).toContain('The number of servings is missing: 1 serving assumed.');
  });

  it('does not replace that of the data, and the one next to the ingredients counts', () => {
    expect(read(`${data({ recipeYield: 8 })}<p>Serves 4</p>`).draft.serving).toBe(8);
    expect(
      read(`${data()}<p>Serves 2</p>${'<p>More about it.</p>'.repeat(9)}<p>Serves 4</p>${list}`).draft.serving,
    ).toBe(4);
  });
});

describe('the times of the page', () => {
  it.each<[string, object]>([
    ['<p>Prep time: 10 mins</p><p>Cook time: 1 hr 5 mins</p>', { prepTime: 600, cookTime: 3_900 }],
    ['<p>Prep: 10 mins | Cook: 20 mins</p>', { prepTime: 600, cookTime: 1_200 }],
    ['<p>Prep Time 10 mins Cook Time 20 mins Total Time 30 mins</p>', { prepTime: 600, cookTime: 1_200 }],
    ['<dl><dt>Prep time</dt><dd>10 minutes</dd></dl>', { prepTime: 600, cookTime: null }],
    ['<p>Vorbereitungszeit: 10 Min.</p><p>Backzeit 20 Minuten</p>', { prepTime: 600, cookTime: 1_200 }],
    ['<p>Préparation : 10 min</p><p>Cuisson : 1h30</p>', { prepTime: 600, cookTime: 5_400 }],
    ['<p>Tempo di preparazione: 10 minuti</p>', { prepTime: 600, cookTime: null }],
    ['<p>調理時間：20分</p>', { prepTime: null, cookTime: 1_200 }],
    ['<ol><li>Cook 20 minutes until soft.</li></ol>', { prepTime: null, cookTime: null }],
    ['<p>Cook 20 minutes until soft</p>', { prepTime: null, cookTime: null }],
  ])('%s', (html, times) => {
    expect(read(data() + html).draft).toMatchObject(times);
  });
});

describe('headings', () => {
  it.each([
    ['🛒 What You’ll Need', '👩‍🍳 How to Make It'],
    ['You will need', 'Get started'],
    ['Ingredients', 'Step-by-step instructions'],
    ['Ingredients', 'Recipe'],
    ['Das brauchst du', 'So wird’s gemacht'],
    ['Benodigdheden', 'Aan de slag'],
    ['Ce qu’il vous faut', 'Comment faire'],
    ['Cosa ti serve', 'Come fare'],
    ['Lo que necesitas', 'Paso a paso'],
    ['Você vai precisar', 'Passo a passo'],
    ['Czego potrzebujesz', 'Krok po kroku'],
    ['Вам понадобится', 'Как готовить'],
    ['Вам знадобиться', 'Як приготувати'],
    ['Gerekli malzemeler', 'Yapılış'],
    ['ستحتاج', 'خطوات التحضير'],
    ['आपको चाहिए', 'बनाने का तरीका'],
    ['필요한 재료', '만드는 방법'],
    ['用意するもの', 'つくり方'],
    ['所需材料', '制作步骤'],
  ])('%s and %s are known', (need, make) => {
    const { draft, isIncomplete } = read(
      `<h1>Stew</h1><h3>${need}</h3><ul>${items(ingredients)}</ul><h3>${make}</h3><ol>${items(steps)}</ol>`,
    );
    expect([draft.ingredients.length, draft.steps.length, isIncomplete]).toEqual([4, 3, false]);
  });

  it('may be missing if sentences follow the list, which makes a draft', () => {
    const { draft, isIncomplete } = read(`<h1>Stew</h1><ul>${items(ingredients)}</ul><p>${steps.join('</p><p>')}</p>`);
    expect([draft.ingredients.length, draft.steps.length, isIncomplete]).toEqual([4, 3, true]);
  });

  it('of columns are no ingredients, and a second system of units is a note', () => {
    const rows = [
      ['1 cup', '240 ml', 'milk'],
      ['1 lb', '450 g', 'beans'],
    ];
    const table = `<table><tr><th>US</th><th>Metric</th><th>Item</th></tr>${rows.map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('')}</table>`;
    const { draft } = read(`<h1>Stew</h1><h2>Ingredients</h2>${table}${method}`);
    expect(draft.ingredients.map(({ unit, name, note }) => [unit, name, note])).toEqual([
      ['cup', 'milk', '240 ml'],
      ['lb', 'beans', '450 g'],
    ]);
  });

  it.each([
    ['a definition list', '<dl><dt>beans</dt><dd>200 g</dd><dt>onions</dt><dd>2</dd></dl>'],
    ['blocks of their own', '<div><div>200 g</div><div>beans</div></div><div><div>2</div><div>onions</div></div>'],
  ])('are above amounts in %s', (_, lines) => {
    expect(linesOf(`<h1>Stew</h1><h2>Ingredients</h2>${lines}${method}`)).toEqual(['200 g beans', '2 onions']);
  });

  it('a heading about needs is none of ingredients', () => {
    expect(
      readPage('<h2>What you need to know</h2><ul><li>1 It is old.</li><li>2 It is good.</li></ul>').recipes,
    ).toEqual([]);
  });

  it.each([
    ['Step 1', 'Step 2', 'Step 3'],
    ['Step One', 'Step Two', 'Step Three'],
    ['Schritt 1:', 'Schritt 2:', 'Schritt 3:'],
    ['Schritt eins', 'Schritt zwei', 'Schritt drei'],
    ['Paso uno', 'Paso dos', 'Paso tres'],
    ['Étape 1', 'Étape 2', 'Étape 3'],
    ['Adım 1', 'Adım 2', 'Adım 3'],
    ['第1步', '第2步', '第3步'],
  ])('%s above a paragraph is its number', (...numbers) => {
    const numbered = steps.map((text, at) => `<h3>${numbers[at]}</h3><p>${text}</p>`).join('');
    expect(stepsOf(`<h1>Stew</h1>${list}${numbered}<h3>Comments</h3><p>I liked it very much.</p>`)).toEqual(steps);
    expect(stepsOf(`<h1>Stew</h1>${list}<h3>Method</h3>${numbered}`)).toEqual(steps);
  });

  it('a named step keeps its name', () => {
    const html = `<h1>Stew</h1>${list}<h3>Step 1: Prepare</h3><p>${steps[0]}</p><h3>Step 2: Cook</h3><p>${steps[1]}</p>`;
    expect(read(html).draft.steps.map(({ name }) => name)).toEqual(['Prepare', 'Cook']);
  });
});

describe('partial data', () => {
  const dressing = ['3 tbsp vinegar', '1 tsp mustard'];
  const shown = `${list}<h3>Dressing</h3><ul>${items(dressing)}</ul>`;

  it('gets the ingredients that only the page lists', () => {
    expect(linesOf(data() + shown + method)).toEqual([...ingredients, ...dressing]);
  });

  it.each([
    ['in another system of units', items(['7 oz beans', '1 onion, in cubes', '1 fl oz oil'])],
    ['that is no ingredient', items(['Facebook', 'Twitter', 'Leave a comment'])],
  ])('gets no line %s', (_, more) => {
    expect(linesOf(`${data()}${list}<ul>${more}</ul>${method}`)).toEqual(ingredients);
  });

  it('gets amounts that only the page shows', () => {
    const names = ['beans', 'onion, chopped', 'oil', 'salt'];
    expect(linesOf(data({ recipeIngredient: names }) + list + method)).toEqual(ingredients);
  });

  it.each([
    ['first step', [steps[0]!]],
    ['method in one text', steps.join(' ')],
    ['introduction, which is cut off', 'This is my favourite stew for the long winter evenings that we'],
  ])('gets the steps of the page instead of the %s', (_, recipeInstructions) => {
    expect(stepsOf(data({ recipeInstructions }) + list + method)).toEqual(steps);
  });

  it('takes the method of the page for a hint at it', () => {
    const hint = 'See the full instructions on our website.';
    expect(stepsOf(data({ recipeInstructions: [hint] }) + list + method)).toEqual(steps);
  });

  it('keeps its own method if the page shows other text', () => {
    const html =
      data({ recipeInstructions: ['Put all in a pot.'] }) +
      list +
      `<h2>Method</h2><ol>${items(['Look at the video here', 'Then like it'])}</ol>`;
    expect(stepsOf(html)).toEqual(['Put all in a pot.']);
  });

  it.each([
    ['without breaks', ingredients.join('')],
    ['with commas', ingredients.join(', ')],
    ['with semicolons', ingredients.join('; ')],
    ['with boxes', `▢ ${ingredients.join(' ▢ ')}`],
    ['with escaped breaks', ingredients.join('\\n')],
  ])('splits a list %s', (_, recipeIngredient) => {
    expect(linesOf(data({ recipeIngredient }))).toEqual(ingredients);
  });

  it('keeps commas within a line', () => {
    const line = '2 onions (about 200 g, 1 cup), chopped';
    expect(linesOf(data({ recipeIngredient: [line] }))).toEqual([line]);
  });

  it('splits steps whose line breaks were lost', () => {
    expect(stepsOf(data({ recipeInstructions: steps.join('') }))).toEqual(steps);
  });

  it.each([
    '❶ ',
    '① ',
    '1️⃣ ',
    'STEP 1 | ',
    'Step one: ',
    'Step 2 of 3: ',
    'Schritt 1 von 4: ',
    'Schritt 1 – ',
    'Шаг 1. ',
    '第1步：',
  ])('takes the sign %s from a step', (sign) => {
    expect(stepsOf(data({ recipeInstructions: [sign + steps[0], steps[1]] }))[0]).toBe(steps[0]);
  });

  it('gets groups that the page names in plain paragraphs', () => {
    const html = `<h3>Ingredients</h3><p>Stew</p><ul>${items(ingredients.slice(0, 2))}</ul><p>For the top</p><ul>${items(ingredients.slice(2))}</ul>`;
    expect(read(data() + html).draft.ingredients.map(({ group }) => group)).toEqual([
      'Stew',
      'Stew',
      'For the top',
      'For the top',
    ]);
  });

  it('knows short lines again whose fractions are decimals in the data', () => {
    const html = `<h3>Ingredients</h3><h4>Base</h4><ul><li>½ cup sugar</li><li>1½ cups flour</li></ul><h4>Icing</h4><ul><li>¼ tsp salt</li></ul>`;
    const { draft } = read(data({ recipeIngredient: ['0.5 cup sugar', '1.5 cups flour', '0.25 tsp salt'] }) + html);
    expect(draft.ingredients.map(({ group }) => group)).toEqual(['Base', 'Base', 'Icing']);
  });

  it('gets description, language and title from the head', () => {
    const head = `<meta http-equiv="content-language" content="sv"><meta name="description" content="A *warm* stew.">
      <meta property="og:title" content="Winter stew | Kitchen"><meta property="og:site_name" content="Kitchen">`;
    const { draft } = read(head + data({ name: '' }));
    expect([draft.description, draft.locale, draft.name]).toEqual(['A \\*warm\\* stew.', 'sv', 'Winter stew']);
  });

  it.each([
    ['Equipment', 'Mixing bowl'],
    ['You will also need', 'Cake tin'],
    ['Küchengeräte', 'Schüssel'],
    ['Utensilios', 'Olla'],
    ['Matériel', 'Casserole'],
  ])('gets equipment below %s', (heading, tool) => {
    expect(read(`${data()}<h3>${heading}</h3><ul><li>▢ ${tool}</li></ul>${list}`).stated!.equipment).toEqual([tool]);
  });

  it('gets equipment from cards without lists', () => {
    const card =
      '<div class="wprm-recipe-equipment-item"><img src="/p.jpg"><div class="wprm-recipe-equipment-name">Large pot</div></div>';
    expect(read(data() + card).stated!.equipment).toEqual(['Large pot']);
  });

  it('resolves a relative picture against the address of the page', () => {
    const html = data({ image: 'img/a.png' });
    expect(read(html, 'https://food.example/dir/page').stated!.imageUrls).toEqual([
      'https://food.example/dir/img/a.png',
    ]);
  });
});

describe('recipes of other pages', () => {
  const teaser = { name: 'Soup', url: 'https://food.example/soup' };
  const canonical = '<link rel="canonical" href="https://food.example/stew/">';

  it('are left out, whether they stand before or after', () => {
    const own = data({ url: 'https://www.food.example/stew' });
    for (const html of [data(teaser) + own, own + data(teaser)])
      expect(readPage(canonical + html).recipes.map(({ draft }) => draft.name)).toEqual(['Stew']);
  });

  it('do not hide the recipe that the page only shows', () => {
    const html = `${canonical}<h1>Stew</h1>${data({ ...teaser, recipeIngredient: [], recipeInstructions: [] })}${list}${method}`;
    expect(readPage(html).recipes.map(({ draft }) => draft.name)).toEqual(['Stew']);
  });

  it('are kept by a page that collects them', () => {
    const html = canonical + data(teaser) + data({ name: 'Salad', url: 'https://food.example/salad' });
    expect(readPage(html).recipes).toHaveLength(2);
  });
});

describe('what may be no recipe', () => {
  const share = items(['Facebook', 'Twitter', 'Pinterest']);

  it.each([
    ['without a name', list + method],
    ['with links for sharing instead of steps', `<h1>Stew</h1>${list}<h2>Method</h2><ul>${share}</ul>`],
    ['without headings', `<h1>Stew</h1><ul>${items(ingredients)}</ul><h2>Method</h2><ol>${items(steps)}</ol>`],
    ['with data without a name', data({ name: '' })],
  ])('%s becomes a draft', (_, html) => {
    expect(read(html).isIncomplete).toBe(true);
  });

  it('never has links for sharing as steps', () => {
    expect(stepsOf(`<h1>Stew</h1>${list}<h2>Method</h2><ul>${share}</ul>`)).toEqual([]);
  });
});
