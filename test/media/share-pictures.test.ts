/** Share pictures of recipes without a photo: drawn once per version, and only for recipes that everybody may see. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { pruneMedia } from '../../src/domain/media/prune.ts';
import { createRecipe, updateRecipe } from '../../src/domain/recipes/write.ts';
import { config } from '../../src/lib/config.ts';
import { drawSharePicture } from '../../workers/imaging/process.ts';
import { as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { keysOnDisk, picture, upload } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { sampled } from '../support/test-length.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();

const imageOf = (html: string) => /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? null;
async function fetchPicture(url: string) {
  const response = await testApp().request(url);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
const ask = (url: string) => withWorkers(() => fetchPicture(url));
/** Makes the file look two hours old, so that it is removed if nothing refers to it. */
async function age(key: string): Promise<void> {
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(config.dataDir, 'media', key.slice(0, 2), key), long, long);
}
const stored = async () =>
  (await prisma().sharePicture.findMany()).map(({ eventableId, key }) => ({ id: Number(eventableId), key: key! }));

/** The part of the picture that is neither background nor decoration: dark pixels at the place of the title. */
async function inkOf(png: Buffer): Promise<{ ink: number; bottom: number }> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  let [ink, bottom] = [0, 0];
  for (let y = 165; y < 630; y += 1)
    for (let x = 0; x < 1_200; x += 1)
      if (data[(y * info.width + x) * info.channels]! < 100) {
        ink += 1;
        bottom = y;
      }
  return { ink, bottom };
}

test('a recipe without a photo has a picture of its title, drawn once for each version', async () => {
  const id = await createRecipe(cast.ann.id, { ...pizzaDough, name: 'Bread & <b>butter</b>' });
  const page = '/@ann/recipes/bread-b-butter-b';
  const { html } = await getPage(page);
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(html).toContain('content="Bread &amp; &lt;b&gt;butter&lt;/b&gt;, a recipe by Ann"');
  const url = imageOf(html)!;
  expect(url).toMatch(new RegExp(`^https://cook\\.example/share-pictures/${id}/[0-9a-f]{16}\\.png$`));
  expect(await stored()).toEqual([]);
  const [first, second] = await withWorkers(() => Promise.all([fetchPicture(url), fetchPicture(url)]));
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
  expect((await inkOf(first.bytes)).ink).toBeGreaterThan(2_000);
  const [row] = await stored();
  // It is served from storage without a worker, also after orphaned files are removed.
  await age(row!.key);
  await pruneMedia();
  expect((await fetchPicture(url)).bytes.equals(first.bytes)).toBe(true);
  expect(await stored()).toEqual([row]);

  await updateRecipe(cast.ann.id, id, { name: 'Another name' });
  const next = imageOf((await getPage(page)).html)!;
  expect(next).not.toBe(url);
  const renamed = await ask(next);
  expect(renamed.bytes.equals(first.bytes)).toBe(false);
  expect((await stored())[0]!.key).not.toBe(row!.key);
  // Links to the former version show the current picture.
  expect((await fetchPicture(url)).bytes.equals(renamed.bytes)).toBe(true);
});

test('a recipe that not everybody may see, or with a photo, names no such picture', async () => {
  const { ann, bo } = cast;
  const id = await createRecipe(ann.id, { ...pizzaDough, name: 'Hidden', visibility: 'private' });
  const cookie = await cookieOf(ann);
  const seen = await getPage('/@ann/recipes/hidden', cookie);
  expect([seen.status, imageOf(seen.html)]).toEqual([200, null]);
  const version = '0123456789abcdef.png';
  const of = (path: string) => ask(`https://cook.example/share-pictures/${path}`);
  expect((await of(`${id}/${version}`)).status).toBe(404);
  for (const path of [`999999/${version}`, `${id}/x.png`, `0/${version}`]) expect((await of(path)).status).toBe(404);
  const draft = (await as(ann).post('/recipes', { recipe: { name: 'Draft', draft: true } })).body.id;
  const status = (await as(ann).post('/statuses', { content: 'Hello' })).body.id;
  for (const other of [draft, status]) expect((await of(`${other}/${version}`)).status).toBe(404);
  await as(ann).patch(`/recipes/${id}`, { recipe: { visibility: 'unlisted' } });
  expect(imageOf((await getPage('/@ann/recipes/hidden')).html)).toContain(`/share-pictures/${id}/`);
  await block(ann.id, bo.id);
  expect((await of(`${id}/${version}`)).status).toBe(200);
  await as(ann).patch(`/recipes/${id}`, { recipe: { visibility: 'private' } });
  expect((await of(`${id}/${version}`)).status).toBe(404);

  const file = await picture(40, 40).png().toBuffer();
  const medium = (await upload(ann, '/media', { file, description: 'A loaf' })).body.id;
  const loaf = (await as(ann).post('/recipes', { recipe: { name: 'Loaf', media_ids: [medium] } })).body;
  await drain();
  expect(imageOf((await getPage(new URL(loaf.url).pathname)).html)).toContain('/media/');
});

test('the picture is deleted with its recipe', async () => {
  const { id, url } = (await as(cast.ann).post('/recipes', { recipe: { name: 'Short life' } })).body;
  const image = imageOf((await getPage(new URL(url).pathname)).html)!;
  expect((await ask(image)).status).toBe(200);
  const { key } = (await stored()).find((each) => each.id === id)!;
  await age(key);
  expect(await keysOnDisk()).toContain(key);
  await as(cast.ann).delete(`/recipes/${id}`);
  await drain();
  expect((await fetchPicture(image)).status).toBe(404);
  await pruneMedia();
  expect(await keysOnDisk()).not.toContain(key);
});

const titles: [string, string][] = [
  ['markup', '</span></text>&lt;![CDATA[<svg onload="x">&#0;&bogus; '.repeat(3)],
  ['a title without spaces', 'x'.repeat(200)],
  ['Japanese', '麻婆豆腐と冷たい胡麻だれそうめん、夏の家庭の味'.repeat(6)],
  ['a very long title', 'Slow-cooked lentil soup with an unusually long name '.repeat(4)],
  ['Arabic', 'طريقة عمل الكبسة بالدجاج'.repeat(4)],
  ['nothing but a space', ' '],
  ['characters that XML does not allow', 'a\u0001\u0008\ufffe\ud800b'],
];

test.each(sampled(titles, 3))('%s is drawn within the picture', async (_, title) => {
  const text = { title, author: title, site: 'cook.example' };
  const drawn = await drawSharePicture(text).catch((error: Error) => error);
  if (title.trim() === '') {
    expect(drawn).toBeInstanceOf(Error);
    return;
  }
  if (drawn instanceof Error) throw drawn;
  expect(await sharp(drawn).metadata()).toMatchObject({ width: 1_200, height: 630 });
  const { ink, bottom } = await inkOf(drawn);
  expect(ink).toBeGreaterThan(300);
  expect(bottom).toBeLessThan(600);
});
