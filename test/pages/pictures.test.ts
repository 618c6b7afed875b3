/** Pictures on pages: cards with and without a photograph, and portraits of people without a picture. */
import { beforeAll, expect, test } from 'vitest';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertPicture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { storedItem } from '../support/stored.ts';

useCast();
const ids: Record<string, number> = {};
const get = (path: string) => Promise.resolve(testApp().request(`https://cook.example${path}`));

beforeAll(async () => {
  for (const [name, tags] of [
    ['Broth', ['Soup']],
    ['Loaf', ['bread']],
    ['Photo', ['soup']],
    ['Two photos', []],
  ] as const)
    ids[name] = await createRecipe(cast.ann.id, { ...pizzaDough, name, tags: [...tags] });
  const bowl = { key: 'key', description: 'A bowl', blurhash: 'L0PbP6fQfQfQfQfQfQfQfQfQfQfQ' };
  await insertPicture(cast.ann.id, ids.Photo!, { ...bowl, width: 1_600, height: 2_000 });
});

/** The picture of a card on Ann's profile. */
async function pictureOf(name: string): Promise<string> {
  const page = await (await get('/@ann')).text();
  const card = page.split('<article').find((each) => each.includes(`>${name}</a>`))!;
  return /<div class="card-picture">(.*?)<\/div>/s.exec(card)![1]!;
}

test('a card shows the average colour until its photograph is loaded, and states the true widths of its files', async () => {
  const picture = await pictureOf('Photo');
  expect(picture).toMatch(/<svg class="tint" color="#[0-9a-f]{6}"/);
  expect(picture).toContain('/media/key/small 320w, ');
  expect(picture).toContain('/media/key/medium 960w"');
  expect(picture).toMatch(/alt="A bowl" width="400" height="500" loading="lazy"/);
  expect(picture).not.toContain('style=');
});

test('a link that is only a photograph has a name, also without a description', async () => {
  const id = ids['Two photos']!;
  for (const key of ['key1', 'key2']) await insertPicture(cast.ann.id, id, { key });
  const page = await (await get(`/@ann/recipes/${(await storedItem(id)).slug}`)).text();
  const links = [...page.matchAll(/<a ([^>]*)><img [^>]*alt=""[^>]*><\/a>/g)].map(([, attributes]) => attributes);
  expect(links).toEqual([
    expect.stringContaining('aria-label="Photo 1"'),
    expect.stringContaining('aria-label="Photo 2"'),
  ]);
});

test('an item without a picture gets a pattern that its tags decide', async () => {
  const [, broth] = /src="(\/assets\/pattern-bowl-\d-[0-9a-f]+\.svg)"/.exec(await pictureOf('Broth'))!;
  expect(await pictureOf('Loaf')).toContain('/assets/pattern-loaf-');
  const svg = await get(broth!);
  expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(svg.headers.get('cache-control')).toContain('immutable');
});

test('a person without a picture has a portrait with initials, as text in any script', async () => {
  const portrait = async (name: string) => {
    await updateProfile(cast.ann.id, { name });
    const [, path] = /src="(\/portraits\/[^"]+)"/.exec(await (await get('/@ann')).text())!;
    const response = await get(path!);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    return />([^<]*)<\/text>/.exec(await response.text())![1];
  };
  expect(await portrait('Ann van Petersen')).toBe('AP');
  expect(await portrait('Łucja')).toBe('Ł');
  expect(await portrait('陳 大文')).toBe('陳');
  expect(await portrait('<b>"')).toBe('B');
  expect(await portrait('🍲 🍜')).toBe('A');
  for (const name of ['ABC-1.svg', 'A-9.svg', '%3C-1.svg', 'A-1.png', '-1.svg'])
    expect((await get(`/portraits/${name}`)).status, name).toBe(404);
});
