/** Finds recipes on web pages, despite common errors in the pages. */
import { describe, expect, it } from 'vitest';
import { readPage, readRecipes } from '../../src/recipe-import/html-page.ts';

const soup = '{"@type":"Recipe","name":"Soup","recipeIngredient":["1 l water"],"recipeInstructions":["Boil."]}';
const page = (...blocks: string[]) =>
  blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join('\n');
const names = (html: string) => readPage(html).recipes.map(({ draft }) => draft.name);

describe('pages', () => {
  it.each<[string, string]>([
    ['without errors', soup],
    ['in an HTML comment', `<!-- ${soup} -->`],
    ['in CDATA', `//<![CDATA[\n${soup}\n//]]>`],
    ['a list in CDATA', `/*<![CDATA[*/[${soup}]/*]]>*/`],
    ['with raw line breaks in strings', soup.replace('Boil.', 'Boil\n\tit.')],
    ['with trailing commas', soup.replace(']}', '],}').replace('water"', 'water", ')],
    ['with bad escapes', soup.replace('Boil', "Don\\'t boil")],
    ['with a trailing semicolon', `${soup};`],
    ['with a closing tag in a string', soup.replace('Boil.', '<p>Boil.<\\/p>')],
    ['with comments on lines of their own', soup.replace('{', '{ // the recipe\n')],
    ['with a missing comma', soup.replace('"Soup",', '"Soup" ')],
    ['with quotation marks in a text', soup.replace('Boil.', 'Boil "hard", gently.')],
    ['with apostrophes for quotation marks', soup.replaceAll('"', "'")],
    ['with bare keys and words of scripts', soup.replace('"name"', 'name').replace('{', '{"x":undefined,"y":NaN,')],
    ['with entities for quotation marks', soup.replaceAll('"', '&quot;')],
    ['behind another document', `{"@type":"WebSite"}${soup}`],
    ['behind another document and a comma', `{"@type":"WebSite"},\n${soup}`],
    ['with a type in lower case', soup.replace('"Recipe"', '"recipe"')],
  ])('JSON-LD %s is read', (_, block) => {
    expect(names(page(block))).toEqual(['Soup']);
  });

  it.each<[string, string, string, Record<string, unknown>]>([
    ['a text with numbered steps', '', '"recipeInstructions":"1. Chop. 2. Boil."', { steps: ['Chop.', 'Boil.'] }],
    [
      'steps with a dash behind numbers',
      '',
      '"recipeInstructions":["1 - Chop.","2 - Boil."]',
      { steps: ['Chop.', 'Boil.'] },
    ],
    ['steps behind signs', '', '"recipeInstructions":["» Chop.","✔ Boil."]', { steps: ['Chop.', 'Boil.'] }],
    [
      'wrapped values',
      '',
      '"recipeInstructions":[{"@value":"Chop."},{"@value":"Boil."}]',
      { steps: ['Chop.', 'Boil.'] },
    ],
    [
      'bold lines as headings of ingredients',
      '',
      '"recipeIngredient":["<b>Base</b>","1 l water","<strong>Crunch</strong>","2 nuts"]',
      { groups: ['Base', 'Crunch'] },
    ],
    [
      'capitals as headings',
      '',
      '"recipeIngredient":["BASE","1 l water","CRUNCH","2 nuts"]',
      { groups: ['BASE', 'CRUNCH'] },
    ],
    ['entities that were encoded three times', '', '"name":"Pea &amp;amp;amp; ham"', { name: 'Pea & ham' }],
    [
      'the name of the site first',
      '<meta property="og:site_name" content="Green Kitchen">',
      '"name":"Green Kitchen: Soup"',
      { name: 'Soup' },
    ],
    ['an author with "by"', '', '"author":"By Ann Cook"', { author: 'Ann Cook' }],
    [
      'an address for an author',
      '<meta name="author" content="Ann">',
      '"author":"https://a.example/ann"',
      { author: 'Ann' },
    ],
    ['a range of times', '', '"prepTime":{"minValue":"PT10M","maxValue":"PT15M"}', { prep: 900 }],
    ['a base', '<base href="https://cdn.example/x/">', '"image":"a.jpg"', { image: 'https://cdn.example/x/a.jpg' }],
    [
      'a picture for one network',
      '<meta name="twitter:image" content="/t.jpg">',
      '"x":0',
      { image: 'https://a.example/t.jpg' },
    ],
    [
      'a relative canonical address',
      '<link rel="alternate canonical" href="/soup">',
      '"x":0',
      { source: 'https://a.example/soup' },
    ],
  ])('%s is understood', (_, head, property, expected) => {
    const data = { ...JSON.parse(soup), ...JSON.parse(`{${property}}`) };
    const [read] = readPage(`<head>${head}</head>${page(JSON.stringify(data))}`, 'https://a.example/p?x=1').recipes;
    const { draft, stated } = read!;
    const seen: Record<string, unknown> = {
      name: draft.name,
      steps: draft.steps.map(({ content }) => content),
      groups: draft.ingredients.map(({ group }) => group),
      author: stated!.authors[0]?.name,
      image: stated!.imageUrls[0],
      prep: draft.prepTime,
      source: draft.sourceUrl,
    };
    expect(seen).toMatchObject(expected);
  });

  const [chop, boil] = ['Chop the onion.', 'Boil it.'];
  it.each<[string, unknown]>([
    ['with a colon', ['Base:', chop, 'Soup:', boil]],
    ['in bold', ['<b>Base</b>', chop, '<b>Soup</b>', boil]],
    ['in bold Markdown', ['**Base**', chop, '**Soup**', boil]],
    ['in brackets', ['[Base]', chop, '【Soup】', boil]],
    ['as headings of HTML', `<h3>Base</h3><p>${chop}</p><h3>Soup</h3><p>${boil}</p>`],
    ['as bold paragraphs', `<p><strong>Base</strong></p><p>${chop}</p><p><strong>Soup</strong></p><p>${boil}</p>`],
    ['as steps', ['Base:', chop, 'Soup:', boil].map((text) => ({ '@type': 'HowToStep', text }))],
  ])('names of steps are read %s', (_, recipeInstructions) => {
    const data = JSON.stringify({ ...JSON.parse(soup), recipeInstructions });
    const { steps } = readPage(page(data)).recipes[0]!.draft;
    expect(steps.map(({ name, content }) => [name, content])).toEqual([
      ['Base', chop],
      ['Soup', boil],
    ]);
  });

  it('a text in capitals names a step only above other text', () => {
    const read = (lines: string[]) =>
      readPage(page(JSON.stringify({ ...JSON.parse(soup), recipeInstructions: lines }))).recipes[0]!.draft.steps;
    expect(read(['BASE', 'Chop it.']).map(({ name, content }) => [name, content])).toEqual([['BASE', 'Chop it.']]);
    expect(read(['CHOP IT', 'BOIL IT', 'ENJOY']).map(({ content }) => content)).toEqual([
      'CHOP IT',
      'BOIL IT',
      'ENJOY',
    ]);
  });

  it.each(['(1) # (2) #', '[1] # [2] #', '#1 # #2 #', '（1）# （2）#', '1. Schritt: # 2. Schritt: #'])(
    'numbers such as %s are no part of steps',
    (written) => {
      const [first, second] = written.split(/ (?=[([（#]?2)/);
      const lines = [first!.replace(/#$/, chop), second!.replace(/#$/, boil)];
      const data = JSON.stringify({ ...JSON.parse(soup), recipeInstructions: lines });
      expect(readPage(page(data)).recipes[0]!.draft.steps.map(({ content }) => content)).toEqual([chop, boil]);
    },
  );

  it.each([
    ['【スープ】', '【薬味】', 'スープ', '薬味'],
    ['■スープ', '■薬味', 'スープ', '薬味'],
    ['Для теста', 'Для начинки', 'Для теста', 'Для начинки'],
    ['Hamuru için', 'İç harcı için', 'Hamuru için', 'İç harcı için'],
    ['Soup –', '__Top__', 'Soup', 'Top'],
  ])('%s and %s are groups', (first, second, ...groups) => {
    const recipeIngredient = [first, '500 g peas', second, '1 onion'];
    const data = JSON.stringify({ ...JSON.parse(soup), recipeIngredient });
    expect(readPage(page(data)).recipes[0]!.draft.ingredients.map(({ group }) => group)).toEqual(groups);
  });

  it('data of a script is read where the page has no other', () => {
    const next = `<script id="__NEXT_DATA__" type="application/json">{"props":{"recipe":${soup}}}</script>`;
    expect(names(next)).toEqual(['Soup']);
  });

  it('an invalid block is reported and does not hide a valid one', () => {
    const { recipes, problems } = readPage(page('{"@type": "Recipe", "name": ', soup));
    expect(recipes).toHaveLength(1);
    expect(problems).toEqual(['JSON-LD block 1 of the page is not JSON.']);
  });

  it('language and URL of the page are defaults for the recipe', () => {
    const html = `<html lang="sv"><link rel=canonical href="https://cook.example/soppa">${page(soup)}`;
    expect(readPage(html).recipes[0]!.draft).toMatchObject({
      locale: 'sv',
      sourceUrl: 'https://cook.example/soppa',
    });
  });

  it('microdata is read if there is no JSON-LD', () => {
    const html = `<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Soup</h1>
      <meta itemprop="prepTime" content="PT10M"><span itemprop="recipeYield">4 servings</span>
      <span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ann</b></span>
      <ul><li itemprop="recipeIngredient">1 l <a href="/water">water</a></li>
      <li itemprop="recipeIngredient">2 onions</li></ul>
      <div itemprop="recipeInstructions"><p>Chop.</p><p>Boil.</p></div></div>`;
    const [recipe] = readPage(html).recipes;
    expect(recipe!.draft).toMatchObject({ name: 'Soup', serving: 4, prepTime: 600 });
    expect(recipe!.draft.ingredients.map(({ name }) => name)).toEqual(['water', 'onions']);
    expect(recipe!.draft.steps.map(({ content }) => content)).toEqual(['Chop.', 'Boil.']);
  });

  it('a page without data is reported', () => {
    expect(readPage('<p>Hello</p>').problems).toEqual([
      'This page has no recipe that we can read: no schema.org data, no microdata or h-recipe, and no list below a heading such as "Ingredients".',
    ]);
  });
});

describe('a document', () => {
  it('is recognized as JSON or HTML', () => {
    expect(readRecipes(`\uFEFF ${soup}`).recipes).toHaveLength(1);
    expect(readRecipes(`[${soup},]`).recipes).toHaveLength(1);
    expect(readRecipes(page(soup)).recipes).toHaveLength(1);
  });

  it.each([
    ['', 'The document is empty.'],
    ['{"a":', 'The document looks like JSON and is not valid JSON.'],
  ])('%j has no recipe, and the reason is reported', (text, problem) => {
    expect(readRecipes(text)).toEqual({ recipes: [], problems: [problem] });
  });
});
