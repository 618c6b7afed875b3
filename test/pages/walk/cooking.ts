/** Ann's recipe with a photo, what became of it, and what the whole world sees of both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { holdToDocument } from '../../support/documented.ts';
import { picture } from '../../support/pictures.ts';
import { sharedPath } from '../../support/shared.ts';
import type { Step, World } from './world.ts';

const soup = {
  name: 'Lentil soup with an unusually long name that has to find its way onto a small telephone',
  description: 'For a cold evening. *Slowly* is the word.\n\nIt is better on the second day.',
  serving: 6,
  serving_type: 'servings',
  ingredients: ['300 g red lentils', '2 onions, chopped', '1 1/2 l stock', '1/2 tsp cumin'],
  steps: [
    { name: 'Onions', content: 'Fry the onions with the cumin.', duration: 300 },
    { name: '', content: 'Add lentils and stock.' },
    { name: 'Wait', content: 'Simmer for **20 minutes**.', duration: 1_200 },
  ],
  tags: ['soup', 'lentils'],
  prep_time: 600,
  cook_time: 1_500,
};

export async function apiOf({ alpha }: World, name: string): Promise<{ api: ApiClient; token: string }> {
  const scope = 'read write account:read account:write';
  const token = await alpha.cli('token', 'create', '--account', name, '--scope', scope);
  return { api: alpha.api(token), token };
}

/** Uploads something to see; answers its id. */
export async function photo(
  world: World,
  origin: string,
  token: string,
  description: string,
): Promise<number> {
  const buffer = await picture(1200, 800).jpeg().toBuffer();
  const url = `${origin}/api/v1/media`;
  const answer = await world.guest.context.request.post(url, {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      'media[file]': { name: 'photo.jpg', mimeType: 'image/jpeg', buffer },
      'media[description]': description,
    },
  });
  const text = await answer.text();
  expect(answer.status(), text).toBe(201);
  holdToDocument('POST', url, { status: answer.status(), headers: new Headers(answer.headers()), text });
  return JSON.parse(text).id;
}

export const cooking: Step[] = [
  {
    name: 'she publishes a recipe with a photo, and bakes after it',
    run: async (world) => {
      const { api, token } = await apiOf(world, 'ann');
      const media_ids = [await photo(world, world.alpha.origin, token, 'A bowl of red soup')];
      const made = await api.post('/recipes', { recipe: { ...soup, media_ids } });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      world.recipe = new URL(made.body.url).pathname;

      const dish = await photo(world, world.alpha.origin, token, 'Soup in a pot');
      const cooked = await api.post('/preparations', {
        preparation: {
          recipe_id: made.body.id,
          name: 'Soup at last',
          content: 'Good.',
          media_ids: [dish],
          prepared_at: '2026-11-01',
        },
      });
      expect(cooked.status, JSON.stringify(cooked.body)).toBe(201);
      expect((await api.post(`/preparations/${cooked.body.id}/publish`)).status).toBeLessThan(300);
      await api.post('/statuses', { status: { content: 'Who wants #soup? Ask @ann.' } });
    },
  },
  {
    name: 'everybody sees it, as a page, on paper and at the stove',
    run: async ({ guest, recipe }) => {
      await guest.see('/', 'first');
      await guest.see('/@ann', 'profile');
      await guest.see('/@ann/cooked', 'profile-cooked');
      await guest.see('/@ann/posts', 'profile-posts');
      await guest.see(recipe, 'recipe');
      await guest.see(`${recipe}?serving=3&units=us`, 'recipe-scaled');
      await guest.see(`${recipe}/cook`, 'cook');
      await guest.see('/tags/soup', 'tag');
      await guest.page.goto('/@ann/posts');
      await guest.page.locator('.when').first().click();
      await guest.look('status');
      await guest.page.goto('/@ann/cooked');
      await guest.page.locator('.card-title a').first().click();
      await guest.look('preparation');
    },
  },
  {
    name: 'a recipe from the web is shown whole',
    run: async (world) => {
      const shared = sharedPath('recipes');
      if (!shared) return;
      await world.alpha.cli('recipe', 'import', join(shared, 'bbc.com.json'), '--account', 'ann');
      expect(readFileSync(join(shared, 'bbc.com.json'), 'utf8').length).toBeGreaterThan(0);
      await world.guest.page.goto('/@ann');
      await world.guest.page.locator('.card-title a').first().click();
      await world.guest.look('recipe-imported');
    },
  },
];
