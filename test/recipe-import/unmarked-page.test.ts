/** Reads pages without schema.org data: h-recipe, RDFa, and lists below headings in many languages. */
import { describe, expect, it } from 'vitest';
import { writeFor } from '../../src/lib/language/reader.ts';
import { readPage } from '../../src/recipe-import/html-page.ts';

const read = (html: string) => readPage(html).recipes[0];
const partsOf = (html: string) => {
  const recipe = read(html);
  return {
    name: recipe?.draft.name,
    ingredients: recipe?.draft.ingredients.map(({ originalText }) => originalText),
    steps: recipe?.draft.steps.map(({ content }) => content),
  };
};
const soup = {
  name: 'Soup',
  ingredients: ['1 l water', '2 onions'],
  steps: ['Chop the onions.', 'Boil it all.'],
};
const items = (lines: string[]) => lines.map((line) => `<li>${line}</li>`).join('\n');
const page = (ingredients: string, method: string, tag = 'h2') =>
  `<html><body><nav><ul><li>Home</li><li>${ingredients}</li></ul></nav><h1>Soup</h1><p>My grandmother cooked it.</p>
  <${tag}>${ingredients}</${tag}><ul>${items(soup.ingredients)}</ul><${tag}>${method}</${tag}><ol>${items(soup.steps)}</ol>
  <${tag}>Comments</${tag}><ul><li>2 thumbs up!</li></ul></body></html>`;

describe('lists below headings', () => {
  it.each([
    ['en', 'Ingredients', 'Method'],
    ['en', 'Ingredients for 4:', 'Directions'],
    ['de', 'Zutaten', 'Zubereitung'],
    ['fr', 'Ingrédients', 'Préparation'],
    ['it', 'Ingredienti', 'Preparazione'],
    ['es', 'Ingredientes', 'Elaboración'],
    ['pt', 'Ingredientes', 'Modo de preparo'],
    ['nl', 'Ingrediënten', 'Bereidingswijze'],
    ['sv', 'Ingredienser', 'Gör så här'],
    ['da', 'Ingredienser', 'Fremgangsmåde'],
    ['no', 'Ingredienser', 'Slik gjør du'],
    ['fi', 'Ainekset', 'Valmistusohje'],
    ['pl', 'Składniki', 'Sposób przygotowania'],
    ['cs', 'Suroviny', 'Postup'],
    ['hu', 'Hozzávalók', 'Elkészítés'],
    ['hr', 'Sastojci', 'Priprema'],
    ['ro', 'Ingrediente', 'Mod de preparare'],
    ['ru', 'Ингредиенты', 'Приготовление'],
    ['uk', 'Інгредієнти', 'Приготування'],
    ['bg', 'Продукти', 'Начин на приготвяне'],
    ['tr', 'Malzemeler', 'Yapılışı'],
    ['el', 'Υλικά', 'Εκτέλεση'],
    ['he', 'מצרכים', 'אופן ההכנה'],
    ['ar', 'المقادير', 'طريقة التحضير'],
    ['ar', 'المكوّنات', 'طَرِيقَة التحضير'],
    ['fa', 'مواد لازم', 'طرز تهیه'],
    ['ur', 'اجزاء', 'بنانے کا طریقہ'],
    ['hi', 'सामग्री', 'विधि'],
    ['th', 'ส่วนผสม', 'วิธีทำ'],
    ['ko', '재료', '만드는 법'],
    ['ja', '材料', '作り方'],
    ['zh', '食材', '做法'],
    ['vi', 'Nguyên liệu', 'Cách làm'],
    ['id', 'Bahan-bahan', 'Cara membuat'],
  ])('%s: %s and %s are read', (_, ingredients, method) => {
    expect(partsOf(page(ingredients, method))).toEqual(soup);
    expect(partsOf(page(`<b>${ingredients}</b>`, `<b>${method}</b>`, 'p'))).toEqual(soup);
  });

  it('groups keep their names, and paragraphs are steps where there is no list', () => {
    const html = `<h1>Soup</h1><h2>Ingredients</h2><h3>Broth</h3><ul><li>1 l water</li></ul><h3>Rest</h3><ul><li>2 onions</li></ul>
      <h2>Method</h2><p>Chop the onions.</p><p>Boil it all.</p><h2>Notes</h2><p>Good when cold.</p>`;
    expect(partsOf(html)).toEqual(soup);
    expect(read(html)!.draft.ingredients.map(({ group }) => group)).toEqual(['Broth', 'Rest']);
  });

  it('the reader is asked to check the result', () => {
    expect(read(page('Ingredients', 'Method'))!.notUnderstood).toContain(
      'Read from the lists of the page, which has no recipe data: please check it.',
    );
  });

  it('lists complete structured data that lacks them', () => {
    const data = '<script type="application/ld+json">{"@type":"Recipe","name":"Onion soup"}</script>';
    const recipe = read(data + page('Ingredients', 'Method'))!;
    expect(partsOf(data + page('Ingredients', 'Method'))).toEqual({ ...soup, name: 'Onion soup' });
    expect([recipe.isIncomplete, recipe.notUnderstood]).toEqual([
      false,
      ['The number of servings is missing: 1 serving assumed.'],
    ]);
  });

  it('what lists complete is not called missing, in any language', () => {
    const data = '<script type="application/ld+json">{"@type":"Recipe","name":"Onion soup"}</script>';
    const notes = (html: string) => writeFor({ language: 'de', timeZone: 'UTC' }, () => read(html)!.notUnderstood);
    expect(notes(data)).toContain('Keine Zubereitung angegeben.');
    expect(notes(data + page('Zutaten', 'Zubereitung'))).not.toContain('Keine Zubereitung angegeben.');
  });

  it.each([
    ['a text about ingredients', '<h2>Ingredients</h2><p>We buy ours at the market.</p><p>They are fresh.</p>'],
    ['a heading without a list', '<h1>Soup</h1><h2>Ingredients</h2>'],
    ['a list of links', '<h2>More</h2><ul><li>Ingredients</li><li>Method</li></ul>'],
  ])('%s is no recipe', (_, html) => {
    expect(readPage(html).recipes).toEqual([]);
  });
});

describe('an incomplete recipe', () => {
  it.each([
    ['ingredients', '"recipeInstructions":["Boil."]', 'No ingredients given.'],
    ['steps', '"recipeIngredient":["1 egg"]', 'No instructions given.'],
  ])('without %s is marked, with a note', (_, member, note) => {
    const recipe = read(`<script type="application/ld+json">{"@type":"Recipe","name":"Egg",${member}}</script>`)!;
    expect(recipe.isIncomplete).toBe(true);
    expect(recipe.notUnderstood).toContain(note);
  });

  it('a whole recipe is not marked', () => {
    expect(read(page('Ingredients', 'Method'))!.isIncomplete).toBe(false);
  });
});

describe('other markup', () => {
  it('h-recipe is read', () => {
    const html = `<article class="h-recipe"><h1 class="p-name">Soup</h1><p class="p-summary">Warm.</p>
      <img class="u-photo" src="https://cook.example/soup.jpg"><p>by <a class="p-author h-card" href="/ann">Ann</a></p>
      <time class="dt-duration" datetime="PT40M">40 minutes</time> <data class="p-yield" value="4">four</data>
      <ul><li class="p-ingredient">1 l\n water</li><li class="p-ingredient">2 onions</li></ul>
      <div class="e-instructions"><ol><li>Chop the onions.</li><li>Boil it all.</li></ol></div></article>`;
    expect(partsOf(html)).toEqual(soup);
    expect(read(html)).toMatchObject({
      draft: { serving: 4, cookTime: null },
      stated: {
        totalTime: 2_400,
        imageUrls: ['https://cook.example/soup.jpg'],
        authors: [{ name: 'Ann', url: null }],
      },
    });
  });

  it('its predecessor hRecipe is read', () => {
    const html = `<div class="hrecipe"><h1 class="fn">Soup</h1><span class="duration"><span class="value-title" title="PT40M"></span>40 min</span>
      <ul><li class="ingredient">1 l water</li><li class="ingredient">2 onions</li></ul>
      <div class="instructions"><p class="instruction">Chop the onions.</p><p class="instruction">Boil it all.</p></div></div>`;
    expect(partsOf(html)).toEqual(soup);
  });

  it.each([
    ['schema.org as vocabulary', 'vocab="https://schema.org/" typeof="Recipe"', ''],
    ['schema.org as prefix', 'prefix="schema: https://schema.org/" typeof="schema:Recipe"', 'schema:'],
  ])('RDFa with %s is read', (_, root, prefix) => {
    const html = `<div ${root}><h1 property="${prefix}name">Soup</h1><meta property="${prefix}prepTime" content="PT10M">
      <p property="${prefix}author" typeof="${prefix}Person"><a property="${prefix}url" href="https://cook.example/ann"><span property="${prefix}name">Ann</span></a></p>
      <ul><li property="${prefix}recipeIngredient">1 l water</li><li property="${prefix}recipeIngredient">2 onions</li></ul>
      <ol property="${prefix}recipeInstructions"><li>Chop the onions.</li><li>Boil it all.</li></ol></div>`;
    expect(partsOf(html)).toEqual(soup);
    expect(read(html)).toMatchObject({
      draft: { prepTime: 600 },
      stated: { authors: [{ name: 'Ann', url: 'https://cook.example/ann' }] },
    });
  });
});

describe('a page lists', () => {
  const [water, onions] = soup.ingredients;
  it.each([
    [
      'counted foods in paragraphs',
      `<p><b>Ingredients</b></p><p>1 l water<br>1 leek<br>2 onions</p>`,
      [water, '1 leek', onions],
    ],
    ['ingredients below a button', `<button>Ingredients</button><ul>${items(soup.ingredients)}</ul>`, soup.ingredients],
    [
      'ingredients below a heading that is a button',
      `<h2><button>Ingredients</button></h2><ul>${items(soup.ingredients)}</ul>`,
      soup.ingredients,
    ],
  ])('%s', (_, list, ingredients) => {
    const html = `<h1>Soup</h1>${list}<h2>Method</h2><ol>${items(soup.steps)}</ol><button>Print</button>`;
    expect(partsOf(html)).toEqual({ ...soup, ingredients });
  });
});

it('RDFa names properties by relations, too', () => {
  const item = (amount: string, name: string) =>
    `<li rel="v:ingredient"><span typeof="v:Ingredient"><b property="v:amount">${amount}</b> <i property="v:name">${name}</i></span></li>`;
  const html = `<div typeof="v:Recipe"><h1 property="v:name">Soup</h1><ul>${item('1 l', 'water')}${item('2', 'onions')}</ul>
    <div property="v:instructions">${soup.steps.map((step) => `<p>${step}</p>`).join('')}</div></div>`;
  expect(partsOf(html)).toEqual(soup);
});
