/** The recipes of a member as a cookbook and as Markdown: complete, well-formed and read in batches. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { viewerOf } from '../../src/domain/accounts/account.ts';
import { getOfType } from '../../src/domain/items/read.ts';
import { differingFields, draftOf } from '../../src/domain/recipes/fields.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { openZip, type Zip } from '../../src/lib/archive/unzip.ts';
import { readFile } from '../recipe-import/read-content.ts';
import { age } from '../support/age.ts';
import { testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { commandJson } from '../support/command.ts';
import { drain } from '../support/drain.ts';
import { cookieOf } from '../support/get-page.ts';
import { picture, upload } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { itemIdsOf } from '../support/stored.ts';

useCast();

/** More than one batch. */
const plain = 41;
let pizza: number;
beforeAll(async () => {
  const { id } = cast.ann;
  const dough = await createRecipe(id, pizzaDough);
  const [first, second] = pizzaDough.steps;
  const links = [{ target: { id: dough, type: 'recipe' as const }, serving: 2 }];
  pizza = await createRecipe(id, {
    ...pizzaDough,
    name: 'Pizza & <more>',
    description: 'One\ntwo **three** & four.',
    visibility: 'private',
    tags: ['oven & <fire>'],
    steps: [{ ...first!, links }, second!],
  });
  const file = await picture().jpeg().toBuffer();
  await upload(cast.ann, `/recipes/${pizza}/media`, { file, description: 'A "hot" pizza' });
  await createRecipe(id, { ...pizzaDough, name: 'Unfinished', publication: 'draft' });
  for (let number = 0; number < plain; number += 1)
    await createRecipe(id, { ...pizzaDough, name: `Bread ${number}`, locale: 'de', steps: [] });
  await createRecipe(cast.bo.id, { ...pizzaDough, name: 'Of somebody else' });
});

async function download(name: string): Promise<Buffer> {
  const response = await testApp().request(`https://cook.example/settings/export/${name}`, {
    headers: await cookieOf(cast.ann),
  });
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="ann-${name}"`,
  ]);
  return Buffer.from(await response.arrayBuffer());
}

const limits = { entries: 1_000, entryBytes: 2 ** 24, totalBytes: 2 ** 26 };
const readText = async (zip: Zip, name: string) => (await zip.read(name))!.toString();

/** Throws for tags that are not closed in order, and for signs that are not escaped. */
function checkXml(xml: string): void {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>\n/, '')
    .replace('<!DOCTYPE html>', '')
    .replaceAll(/<(\/?)([a-z][a-z0-9:]*)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>/g, (_, closes, name, __, isEmpty) => {
      if (closes) expect(open.pop()).toBe(name);
      else if (!isEmpty) open.push(name);
      return '';
    });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
}

test('a cookbook is a valid EPUB with every published recipe, its contents and its index', async () => {
  const bytes = await download('cookbook.epub');
  // The type stands uncompressed at a fixed place.
  expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
  const zip = await openZip(bytes, limits);
  expect(zip.names[0]).toBe('mimetype');
  const texts = new Map<string, string>();
  for (const name of zip.names.filter((each) => /\.(?:xhtml|opf|xml)$/.test(each)))
    texts.set(name, await readText(zip, name));
  for (const xml of texts.values()) checkXml(xml);

  const container = texts.get('META-INF/container.xml')!;
  const rootFile = /full-path="([^"]+)"/.exec(container)![1]!;
  const packageText = texts.get(rootFile)!;
  const items = [...packageText.matchAll(/<item id="([^"]+)" href="([^"]+)"/g)].map(
    ([, id, href]) => [id!, href!] as const,
  );
  const files = zip.names.filter((name) => name !== 'mimetype' && !name.startsWith('META-INF/') && name !== rootFile);
  expect(items.map(([, href]) => `book/${href}`).toSorted()).toEqual(files.toSorted());
  expect(new Set(items.map(([id]) => id)).size).toBe(items.length);
  const spine = [...packageText.matchAll(/<itemref idref="([^"]+)"/g)].map(([, id]) => id!);
  expect(spine.filter((id) => !items.some(([known]) => known === id))).toEqual([]);
  expect(spine).toHaveLength(plain + 5);

  for (const [name, xml] of texts)
    for (const [, href] of xml.matchAll(/(?:href|src)="(?!https?:)([^"]+)"/g))
      expect(zip.names, name).toContain(name.startsWith('book/') ? `book/${href}` : href);

  const contents = texts.get('book/nav.xhtml')!;
  expect(contents.indexOf('Bread 2<')).toBeLessThan(contents.indexOf('Bread 10<'));
  expect(contents).toContain(`<a href="recipe-${pizza}.xhtml">Pizza &amp; &lt;more&gt;</a>`);
  expect(contents).not.toContain('Unfinished');
  expect(contents).not.toContain('somebody else');
  const index = texts.get('book/index.xhtml')!;
  expect(index).toMatch(/<li>flour: <a [^>]+>Pizza dough<\/a>, /);
  expect(index).toContain('<li>oven &amp; &lt;fire&gt;: ');

  const chapter = texts.get(`book/recipe-${pizza}.xhtml`)!;
  expect(chapter).toContain('alt="A &quot;hot&quot; pizza"');
  expect(chapter).toContain('One<br/>two <strong>three</strong>');
  expect(chapter).toMatch(/→ <a href="recipe-\d+\.xhtml">Pizza dough<\/a>/);
  await drain();
});

test('the zip of Markdown brings every recipe back with its pictures, private ones and drafts', async () => {
  const { recipes, problems } = await readFile(await download('recipes.zip'));
  expect([problems, recipes.length]).toEqual([[], plain + 3]);
  for (const id of (await itemIdsOf(cast.ann.id)).slice(0, 4)) {
    const stored = draftOf(await getOfType('recipe', id, viewerOf(cast.ann.id)));
    const { draft } = recipes.find((each) => each.draft.name === stored.name)!;
    expect(differingFields(stored, draft)).toEqual([]);
    expect(draft.visibility).toBe(stored.visibility);
    expect(draft.publication).toBe(stored.name === 'Unfinished' ? 'draft' : 'published');
  }
  const { picture: photo } = recipes.find(({ draft }) => draft.name.startsWith('Pizza &'))!;
  expect(photo!.description).toBe('A "hot" pizza');
});

test('a member who logged in long ago proves who they are before such a file is written', async () => {
  const headers = await cookieOf(cast.ann);
  await age('log-ins', '1 day');
  for (const name of ['cookbook.epub', 'recipes.zip']) {
    const response = await testApp().request(`https://cook.example/settings/export/${name}`, { headers });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      'https://cook.example/settings/confirm?next=%2Fsettings%2Fexport',
    ]);
    const stranger = await testApp().request(`https://cook.example/settings/export/${name}`);
    expect([stranger.status, stranger.headers.get('content-type')?.includes('zip')]).not.toEqual([200, true]);
  }
});

test('an operator writes both files, which nobody else may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'library-'));
  try {
    for (const [name, recipes] of [
      ['book.epub', plain + 2],
      ['recipes.zip', plain + 3],
    ] as const) {
      const file = join(folder, name);
      const written = await commandJson<{ recipes: number; bytes: number }>(['account', 'export-recipes', 'ann', file]);
      const { size, mode } = statSync(file);
      expect([written.recipes, written.bytes, mode & 0o777]).toEqual([recipes, size, 0o600]);
      const zip = await openZip(file, limits);
      expect([zip.names.includes('book/nav.xhtml'), zip.cutAt]).toEqual([name === 'book.epub', null]);
      zip.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
