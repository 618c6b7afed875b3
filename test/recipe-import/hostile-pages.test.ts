/** Hostile pages are read in bounded time and memory, by every reader of pages. */
import { expect, test } from 'vitest';
import { decodeText } from '../../src/lib/decode-text.ts';
import { readPage } from '../../src/recipe-import/html-page.ts';
import { leastProcessorTime } from '../support/processor-time.ts';
import { scaled } from '../support/test-length.ts';

/** The largest page that is read has 10 MB. */
const SIZE = scaled({ short: 1, full: 10 }) * 2 ** 20;
const MAX_MS = scaled({ short: 400, full: 4_000 });
const fill = (head: string, piece: string, tail = '') =>
  head + piece.repeat(Math.floor((SIZE - head.length) / piece.length)) + tail;
const recipe = '{"@type":"Recipe","name":"Soup","recipeIngredient":["1 l water","2 onions"]}';
const data = `<script type="application/ld+json">${recipe}</script>`;
const micro = '<div itemscope itemtype="https://schema.org/Recipe">';

test.each<[string, string]>([
  ['nested elements', fill(data, '<div><ul><li><b>')],
  ['matching lines', fill(data, '<li>1 l water</li>')],
  ['matching lines and headings', fill(data, '<li>1 l water</li><h4>Sauce</h4>')],
  ['headings of ingredients', fill('', '<h2>Ingredients</h2><ul><li>1 l water</li><li>2 eggs</li></ul>')],
  ['headings of methods', fill('<h2>Ingredients</h2><li>1 egg</li><li>2 eggs</li>', '<h2>Method</h2><p>x</p>')],
  ['one endless list entry', fill('<h2>Ingredients</h2><li>', 'x y ')],
  ['one endless class', fill('<h2 class="', 'group-name ', '">x</h2>')],
  ['endless spaces', fill(`${data}<title>`, ' | ')],
  ['nested microdata', fill(micro, '<p itemprop="recipeIngredient">1 ')],
  ['nested items', fill(micro, '<div itemprop="author" itemscope itemtype="https://schema.org/Person">')],
  [
    'text below many properties',
    fill(micro + '<b itemprop="description"><i itemprop="name">'.repeat(60), 'text &amp; '),
  ],
  ['unfinished itemtypes', fill('', 'itemtype="')],
  ['unfinished types', fill('', 'typeof="x ')],
  ['unfinished classes', fill('', 'class="a h-recip ')],
  ['nested h-recipe', fill('', '<div class="h-recipe"><p class="p-ingredient">1')],
  ['nested RDFa', fill('', '<div typeof="Recipe" property="recipeIngredient">1 ')],
  ['unfinished meta elements', fill('', '<meta charset ')],
  [
    'JSON-LD with references',
    `<script type="application/ld+json">[${fill('', '{"@id":"#a","@type":"Recipe","author":{"@id":"#a"}},', recipe)}]</script>`,
  ],
  [
    'a title of separators',
    `<script type="application/ld+json">{"@type":"Recipe","name":"${fill('', ' - ')}"}</script>`,
  ],
])('%s', (_, html) => {
  expect(leastProcessorTime(MAX_MS, () => readPage(html))).toBeLessThan(MAX_MS);
});

test.each([
  ['spaces', ' '],
  ['unfinished meta elements', '<meta charset='],
  ['escapes of ISO-2022-JP', '\u001b$B'],
  ['high bytes', '\u00ff'],
])('decoding %s', (_, piece) => {
  const bytes = Buffer.from(fill('<html>', piece), 'latin1');
  for (const label of ['utf-8', 'shift_jis', 'euc-kr', 'utf-16', 'iso-2022-jp', 'none', `${'x'.repeat(10_000)}`])
    expect(leastProcessorTime(1_000, () => decodeText(bytes, `text/html; charset=${label}`))).toBeLessThan(1_000);
});
