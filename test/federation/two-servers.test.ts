/** Two real servers, each its own processes, over HTTPS. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { chooseRecipes } from '../demo/recipes.ts';
import { tellStory } from '../demo/scenario.ts';
import { usePair } from '../support/pair.ts';

const pair = usePair('story', { redisUrl: process.env.REDIS_URL });

test('a recipe travels: followed, published, edited, boosted, deleted', { timeout: 90_000 }, async () => {
  const { alpha, beta } = pair;
  const recipes = chooseRecipes(mkdtempSync(join(inject('testServer').folder, 'story-')));
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
