/** Hostile files of other programs cause at most a poor recipe, and never an exception. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { leastProcessorTime } from '../support/processor-time.ts';
import { sampled } from '../support/test-length.ts';
import { zipOf } from '../support/zip.ts';
import { readContent, readText } from './read-content.ts';

const bomb = Buffer.alloc(64 * 2 ** 20, ' ');

test('a decompression bomb is not unpacked', async () => {
  const { recipes, problems } = await readContent(await zipOf({ 'a.json': bomb }));
  expect([recipes, problems]).toEqual([[], ['a.json: The file unpacks to too much.']]);
  const gzip = await readContent(gzipSync(bomb));
  expect(gzip.problems).toEqual(['It is not a Paprika recipe.']);
});

test('paths that leave the archive are refused', async () => {
  const zip = await zipOf({ 'aa/aa/evil.json': '{}' });
  const evil = Buffer.from(zip.toString('latin1').replaceAll('aa/aa/evil', '../../evil'), 'latin1');
  expect((await readContent(evil)).problems).toEqual(['The file is not a zip archive that can be read.']);
});

test('a false size in the archive is ignored', async () => {
  const zip = await zipOf({ 'a.json': 'x'.repeat(5_000) });
  const at = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  zip.writeUInt32LE(10, at + 24);
  expect((await readContent(zip)).recipes).toEqual([]);
});

test.each(['b.json', 'database.json'])(
  'a damaged file in an archive is named, and the others are read: %s',
  async (name) => {
    const toast = JSON.stringify({ name: 'Toast', ingredients: '2 slices bread', directions: 'Toast it.' });
    const zip = await zipOf({ 'a.json': toast, [name]: toast, 'c.json': toast });
    const at = zip.indexOf(name) + name.length;
    zip.fill(0xff, at, at + 8);
    const { recipes, problems } = await readContent(zip);
    expect([recipes.length, problems]).toEqual([2, [`${name}: The file could not be read.`]]);
  },
);

test('a text that begins like an archive is a text', async () => {
  const { recipes } = await readContent('PK soup\nIngredients\n500 g peas\n1 onion\nMethod\nBoil the peas.');
  expect(recipes.map(({ draft }) => draft.name)).toEqual(['PK soup']);
});

test('JSON that is nested too deep is refused before it is parsed, also within a text', () => {
  const brackets = '['.repeat(5 * 2 ** 20);
  const steps = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeInstructions: [brackets] });
  for (const text of [brackets, steps]) expect(leastProcessorTime(1_000, () => readText(text))).toBeLessThan(1_000);
});

test('nested archives are opened one level deep', async () => {
  let zip = await zipOf({
    'recipe.json': JSON.stringify({ name: 'Toast', ingredients: '2 slices bread', directions: 'Toast it.' }),
  });
  for (let depth = 0; depth < 3; depth += 1) zip = await zipOf({ 'a.zip': zip });
  expect((await readContent(zip)).recipes).toEqual([]);
});

test.each([
  ['an empty file', ''],
  ['a truncated archive', Buffer.from('PK\x03\x04 and no more', 'latin1')],
  ['a truncated gzip file', Buffer.from([0x1f, 0x8b, 8, 0])],
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
  ['JSON of the wrong type', '{"steps":[{"instruction":{"a":1},"ingredients":[null,5,{"food":[]}]}],"name":{}}'],
  [
    'a malformed Mealie export',
    '{"slug":1,"recipeIngredient":[null,{},{"quantity":"x","food":{"name":5}}],"recipeInstructions":"x"}',
  ],
  ['a malformed Paprika export', '{"ingredients":"","directions":null}'],
  ['an object with prototype keys', '{"__proto__":{"@type":"Recipe"},"constructor":1}'],
  ['unclosed markers', `@${'a{'.repeat(1_000)} >> x: ${'['.repeat(1_000)} @a{1}`],
])('%s gives no recipe or a poor one, and never throws', async (_, content) => {
  const { recipes, problems } = await readContent(content);
  expect(recipes.length + problems.length).toBeGreaterThan(0);
});

const cooklang = [
  '@',
  '@b{',
  '@b c d e ',
  '@&',
  '[-',
  '=  ',
  'a: b\n',
  ' ',
  '> x\n',
  '@flour{1%g}\n\n',
  '= a =\n@b{1}\n\n',
  '@b1 1/2 1/2 1/2 1/2{1 1/2%1}\n\n',
  '*_`[]()\n\n',
];

test.each(sampled(cooklang, 4))('a megabyte of Cooklang is read in bounded time: %j repeated', (piece) => {
  for (const head of ['@a{1}\n\n', '@a{1}---\n', '@a{1}\n>>']) {
    const text = (head + piece.repeat(2 ** 20 / piece.length)).slice(0, 2 ** 20);
    expect(leastProcessorTime(1_000, () => readText(text, null))).toBeLessThan(1_000);
  }
});

const lines = ['1 g\n', '- \n', '1. ', '# a\n', '**a**\n', 'Method\n', 'Ingredients\n1 g\n2 g\n', '<', '[ ] ', 'a\n\n'];

test.each(sampled(lines, 3))('10 MB of text are read in bounded time: %j repeated', (piece) => {
  const text = `Soup\nIngredients\n1 g\n2 g\nMethod\n${piece.repeat((10 * 2 ** 20) / piece.length)}`;
  expect(leastProcessorTime(2_000, () => readText(text, null))).toBeLessThan(2_000);
  expect(readText(text, null).recipes.length).toBeLessThanOrEqual(1);
});

const marked = [
  '<mx2><RcpE name="x">',
  '<recipe><a>',
  '<cookbook><recipe>&amp;',
  '<gourmetDoc><recipe></b>',
  '<en-export><note><content><![CDATA[',
  '<div class="recipe-details" itemprop="recipeIngredients">',
  '<div class="recipe"><li id="recipeIngredients" class="recipeIngredient">',
  'MMMMM----- Recipe via Meal-Master\n',
  '==== REZKONV\n',
  '* Exported from MasterCook *\n',
  'title,ingredients\n"',
  'title,ingredients\n""',
  ';;\n',
  '---\ntitle: a\n',
  '- a\n',
  '![[',
  '%% <!--',
  '[{"a":[{"name":"',
  '[{}, ',
  '[',
];

test.each(sampled(marked, 4))('10 MB of a marked format are read in bounded time: %j repeated', (piece) => {
  for (const head of ['', '---\ntitle: a\n', 'title;ingredients\n']) {
    const text = (head + piece.repeat((10 * 2 ** 20) / piece.length)).slice(0, 10 * 2 ** 20);
    expect(leastProcessorTime(4_000, () => readText(text, null))).toBeLessThan(4_000);
  }
});
