/** Two real servers, each its own processes, over HTTPS. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chooseRecipes } from '../demo/recipes.ts';
import { tellStory } from '../demo/scenario.ts';
import { createEmptyDatabase } from '../support/database.ts';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';

const server = inject('testServer');
const network = openNetwork();
let alpha: Instance;
let beta: Instance;

beforeAll(async () => {
  const start = async (name: string) =>
    network.start({
      ...{ name, databaseUrl: await createEmptyDatabase(server, `story_${name}`) },
      redisUrl: process.env.REDIS_URL,
    });
  [alpha, beta] = await Promise.all([start('alpha'), start('beta')]);
}, 60_000);
afterAll(() => network.close(), 30_000);

test('a recipe travels: followed, published, edited, boosted, deleted', { timeout: 90_000 }, async () => {
  const recipes = chooseRecipes(mkdtempSync(join(server.folder, 'story-')));
  const told: string[] = [];
  try {
    await tellStory(alpha, beta, recipes, async (name, run) => {
      await run();
      told.push(name);
    });
  } catch (error) {
    const logs = [alpha, beta].map(({ name, log }) => `--- ${name}\n${log.slice(-25).join('\n')}`);
    throw new Error([`after “${told.at(-1)}”:`, (error as Error).message, ...logs].join('\n'), {
      cause: error,
    });
  }
  expect(told.length).toBeGreaterThan(10);
});
