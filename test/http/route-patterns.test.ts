/** Parameters of paths that are one of some names match these names and nothing else. */
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { useDatabase } from '../support/database-connection.ts';
import { getPage } from '../support/get-page.ts';

useDatabase();
beforeAll(async () => {
  await register({ username: 'ann' });
});

test('alternatives in a pattern are grouped', () => {
  const patterns = createApp().routes.flatMap(({ path }) => (path.includes('|') ? [path] : []));
  expect(patterns.length).toBeGreaterThan(4);
  const ungrouped = (path: string) => path.replaceAll(/\(\?:[^()]*\)/g, '').includes('|');
  expect(ungrouped('/:x{a|b}')).toBe(true);
  expect(patterns.filter(ungrouped)).toEqual([]);
});

test('a longer, shorter or embedded name is not found', async () => {
  for (const name of ['cooked', 'posts', 'collections']) expect((await getPage(`/@ann/${name}`)).status).toBe(200);
  for (const name of ['cookedx', 'xposts', 'xpostsx', 'post', 'xcollections'])
    expect([name, (await getPage(`/@ann/${name}`)).status]).toEqual([name, 404]);
});
