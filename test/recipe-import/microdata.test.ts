/** Reads microdata as a browser shows it. */
import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/recipe-import/html-page.ts';

const read = (body: string, head = '') =>
  readPage(
    `<html><head>${head}</head><body><div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Soup</h1>${body}</div></body></html>`,
  ).recipes[0]!.draft;
const lines = (body: string) => read(body).ingredients.map(({ originalText }) => originalText);
const steps = (body: string) => read(body).steps.map(({ content }) => content);

describe('ingredients in microdata', () => {
  it.each<[string, string]>([
    ['broken over lines of the source', '<li itemprop="recipeIngredient">\n   1 l\n\t water </li>'],
    ['laid out in blocks', '<li itemprop="recipeIngredient"><div>1 l</div><div><p>water</p></div></li>'],
    ['in spans', '<p itemprop="ingredients"><span>1</span> <span>l</span>\n<a href="/w">water</a></p>'],
    [
      'with properties of their own',
      '<li itemprop="recipeIngredient"><span itemprop="amount">1 l</span> <b itemprop="name">water</b></li>',
    ],
    ['in spans without spaces', '<li itemprop="recipeIngredient"><span>1</span><span>l</span><span>water</span></li>'],
    ['in table cells', '<table><tr itemprop="recipeIngredient"><td>1 l</td><td>water</td></tr></table>'],
  ])('%s are one line', (_, html) => {
    expect(lines(html)).toEqual(['1 l water']);
  });

  it.each<[string, string]>([
    ['a list', '<ul itemprop="recipeIngredient"><li>1 l\nwater</li><li>2 onions</li></ul>'],
    ['line breaks', '<div itemprop="ingredients">1 l water<br>\n2 onions</div>'],
    [
      'rows',
      '<table itemprop="ingredients"><tr><td>1 l</td><td>water</td></tr><tr><td>2</td><td>onions</td></tr></table>',
    ],
  ])('%s in one element is one line for each entry', (_, html) => {
    expect(lines(html)).toEqual(['1 l water', '2 onions']);
  });

  it('the fuller of recipeIngredient and ingredients is taken', () => {
    const former = '<li itemprop="ingredients">1 l water</li><li itemprop="ingredients">2 onions</li>';
    expect(lines(`${former}<li itemprop="recipeIngredient">1 l water</li>`)).toEqual(['1 l water', '2 onions']);
    expect(
      lines(`${former.replaceAll('ingredients', 'recipeIngredient')}<p itemprop="ingredients">see above</p>`),
    ).toEqual(['1 l water', '2 onions']);
  });
});

describe('instructions in microdata', () => {
  it('paragraphs are steps, and line ends of the source are not', () => {
    expect(steps('<div itemprop="recipeInstructions"><p>Chop\nthe onions.</p>\n<p>Boil.</p></div>')).toEqual([
      'Chop the onions.',
      'Boil.',
    ]);
  });

  it('steps without letters are dropped', () => {
    expect(steps('<ol itemprop="recipeInstructions"><li>1.</li><li>Chop.</li><li>***</li><li>Boil.</li></ol>')).toEqual(
      ['Chop.', 'Boil.'],
    );
  });
});

describe('titles', () => {
  it.each([
    ['Pea soup | Green Kitchen', 'Pea soup'],
    ['Pea soup recipe - Green Kitchen', 'Pea soup'],
    ['Pea soup – Green Kitchen Recipes', 'Pea soup'],
    ['Pea soup Recipe by Green Kitchen', 'Pea soup'],
    ['Pea soup - with mint', 'Pea soup - with mint'],
    ['Green Kitchen salad', 'Green Kitchen salad'],
    ['Soup | greenkitchen.example', 'Soup'],
  ])('%s is named %s', (title, name) => {
    const page = `<meta property="og:site_name" content="Green Kitchen"><div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">${title}</h1><p itemprop="recipeIngredient">Peas</p></div>`;
    expect(readPage(page).recipes[0]!.draft.name).toBe(name);
  });

  it('a site without a stated name is known by its host', () => {
    const page = `<link rel="canonical" href="https://www.pea-pod.example/soup"><script type="application/ld+json">{"@type":"Recipe","name":"Soup | Pea Pod","recipeIngredient":["1 l water"]}</script>`;
    expect(readPage(page).recipes[0]!.draft.name).toBe('Soup');
  });
});

it.each([
  ['data-src', '<img itemprop="image" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/a.jpg">'],
  ['data-lazy-src', '<img itemprop="image" src="/blank.gif" data-lazy-src="https://a.example/a.jpg">'],
  ['a set', '<img itemprop="image" srcset="/s.jpg 300w, /a.jpg 900w">'],
  ['AMP', '<amp-img itemprop="image" src="/a.jpg"></amp-img>'],
])('a picture in %s is found', (_, picture) => {
  const html = `<div itemscope itemtype="https://schema.org/Recipe/"><h1 itemprop="name">Soup</h1>${picture}
    <p itemprop="recipeIngredient">1 l water</p></div>`;
  expect(readPage(html, 'https://a.example/soup').recipes[0]!.stated!.imageUrls).toEqual(['https://a.example/a.jpg']);
});
