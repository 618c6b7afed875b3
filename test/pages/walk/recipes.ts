/** Steps for Ann's recipe with a photo, its cooked items, and their public pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { expectDocumentedResponse } from '../../support/openapi-check.ts';
import { picture } from '../../support/pictures.ts';
import { sharedPath } from '../../support/shared-documents.ts';
import type { BrowserUser } from './browser-user.ts';
import type { Step, WalkContext } from './context.ts';

const soup = {
  Name: 'Lentil soup with an unusually long name that has to find its way onto a small telephone',
  Description: 'For a cold evening. *Slowly* is the word.\n\nIt is better on the second day.',
  Makes: '6',
  Unit: 'servings',
  Ingredients: '300 g red lentils\n2 onions, chopped\nBroth:\n1 1/2 l stock\n1/2 tsp cumin',
  Method: [
    '## Onions\nFry the onions with the cumin.\nTime: 5 min',
    'Add lentils and stock.',
    '## Wait\nSimmer for **20 minutes**.\nTime: 20 min',
  ].join('\n\n'),
  'Prep time': '10 min',
  'Cook time': '25 min',
  Tags: 'soup, lentils',
};

const cake = {
  name: 'Lemon cake',
  locale: 'en',
  visibility: 'unlisted',
  serving: 12,
  ingredients: [
    { name: 'flour', quantity: 400, unit: 'g' },
    { name: 'lemons', quantity: 2 },
  ],
  steps: [{ content: 'Pour the batter into a 26 cm springform pan and bake it for 40 minutes.' }],
};

const pea = `Pea soup
Serves 2

Ingredients
200 g peas
1 onion, chopped
flour type 405

Method
1. Fry the onion.
2. Add the peas and cook for 10 minutes.`;

/** An account has one token, because each takes a process. */
export async function apiOf({ alpha, tokens }: WalkContext, name: string): Promise<{ api: ApiClient; token: string }> {
  const scope = 'read write account:read account:write';
  const token = tokens.get(name) ?? (await alpha.cli('token', 'create', '--account', name, '--scope', scope));
  tokens.set(name, token);
  return { api: alpha.api(token), token };
}

/** Uploads a picture and returns its id. */
export async function photo(context: WalkContext, origin: string, token: string, description: string): Promise<number> {
  const buffer = await picture(1200, 800).jpeg().toBuffer();
  const url = `${origin}/api/v1/media`;
  const response = await context.guest.context.request.post(url, {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      'media[file]': { name: 'photo.jpg', mimeType: 'image/jpeg', buffer },
      'media[description]': description,
    },
  });
  const text = await response.text();
  expect(response.status(), text).toBe(201);
  expectDocumentedResponse('POST', url, { status: response.status(), headers: new Headers(response.headers()), text });
  return JSON.parse(text).id;
}

export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text);

/** Pastes into the first row of a list, after all rows are emptied. Without script, fills the field. */
async function fillRows({ page, variant }: BrowserUser, label: 'Ingredients' | 'Method', text: string): Promise<void> {
  if (variant !== '') return fill(page, label, text);
  const rows = page.getByRole('list', { name: label });
  const remove = rows.getByRole('button', { name: /^Remove/ });
  while ((await remove.count()) > 1) await remove.last().click();
  await rows.getByRole('textbox').fill('');
  await paste(page, rows.getByRole('textbox'), text);
}

/** As the clipboard would. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  }, text);
}

async function addPhoto({ page, variant }: BrowserUser, description: string): Promise<void> {
  const buffer = await picture(1200, 800).jpeg().toBuffer();
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Choose a photo', { exact: true }).first().setInputFiles(file);
  // The script sends the photo at once.
  if (variant === '') await page.locator('.photo').waitFor();
  await fill(page, 'Alt text', description);
}

/** A file that is no picture is marked as other wrong fields are, until another one is accepted. */
async function refusePhoto({ page, check: look }: BrowserUser): Promise<void> {
  const input = page.getByLabel('Choose a photo', { exact: true }).first();
  const buffer = Buffer.from('no picture');
  await input.setInputFiles({ name: 'soup.gif', mimeType: 'image/gif', buffer });
  await page.locator('#photos-status.error[role=alert]').waitFor();
  expect(await input.getAttribute('aria-invalid')).toBe('true');
  expect(await input.getAttribute('aria-describedby')).toContain('photos-status');
  await look('photo-refused');
}

export const recipeSteps: Step[] = [
  {
    name: 'Ann writes a recipe with a photo, which is not lost when another field has an error',
    isRepeated: true,
    run: async (context) => {
      const { page, check: look } = context.ann;
      await page.goto('/write/recipe');
      for (const [label, text] of Object.entries({ ...soup, Makes: 'many' }))
        if (label !== 'Ingredients' && label !== 'Method') await fill(page, label, text);
      await fillRows(context.ann, 'Ingredients', soup.Ingredients);
      await fillRows(context.ann, 'Method', soup.Method);
      if (context.ann.variant === '') await refusePhoto(context.ann);
      await addPhoto(context.ann, 'A bowl of red soup');
      await page.getByRole('button', { name: 'Publish' }).click();
      await look('write-refused');
      expect(await page.locator('#ingredients').inputValue()).toBe(soup.Ingredients);
      expect(await page.getByLabel('Alt text').first().inputValue()).toBe('A bowl of red soup');
      await fill(page, 'Makes', soup.Makes);
      await page.getByRole('button', { name: 'Publish' }).click();
      await look('written');
      context.recipe = new URL(page.url()).pathname;
      expect(await page.getByRole('img', { name: 'A bowl of red soup' }).count()).toBeGreaterThan(0);
    },
  },
  {
    name: 'she cooks it, saves a draft, publishes it, and writes a post',
    isRepeated: true,
    run: async ({ ann, ann: { page, check: look, press }, recipe }) => {
      await page.goto(recipe);
      await page.getByRole('link', { name: 'I cooked this' }).click();
      await fill(page, 'Name', 'Soup at last');
      await page.getByRole('radio', { name: '4 stars' }).check();
      await fill(page, 'How it went', 'Good.');
      await addPhoto(ann, 'Soup in a pot');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await look('drafts');
      await page.getByRole('link', { name: 'Soup at last', exact: true }).click();
      await look('draft');
      await press('Publish');
      await page.goto('/write/post');
      await fill(page, 'Text', 'Who wants #soup? Ask @ann.');
      await page.getByRole('button', { name: 'Publish' }).click();
      await look('posted');
    },
  },
  {
    name: 'she pastes a whole recipe on a phone, sees how it is read, and publishes it with one more tap',
    run: async ({ ann: { page, check: look } }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/write/recipe');
      await fill(page, 'Description', 'From my aunt.');
      await paste(page, page.locator('#name'), pea);
      const ingredients = page.getByRole('list', { name: 'Ingredients' });
      const method = page.getByRole('list', { name: 'Method' });
      const valuesOf = (list: Locator) =>
        list
          .getByRole('textbox')
          .evaluateAll((all) => all.map((each) => (each as HTMLInputElement | HTMLTextAreaElement).value));
      await ingredients.getByText('200 g · peas').waitFor();
      expect([await page.locator('#name').inputValue(), await page.locator('#serving').inputValue()]).toEqual([
        'Pea soup',
        '2',
      ]);
      expect(await page.locator('#description').inputValue()).toBe('From my aunt.');
      expect(await valuesOf(ingredients)).toEqual(['200 g peas', '1 onion, chopped', 'flour type 405']);
      expect(await valuesOf(method)).toEqual(['Fry the onion.', 'Add the peas and cook for 10 minutes.']);
      await ingredients.getByText('please check').waitFor();
      await look('write-rows');
      await page.setViewportSize({ width: 390, height: 844 });
      const row = await ingredients.getByRole('listitem').first().boundingBox();
      expect(row!.height).toBeLessThanOrEqual(80);

      // Several lines in a row become rows, which move by key and by dragging.
      await paste(page, ingredients.getByRole('textbox').last(), '1 leek\n2 carrots');
      const handles = ingredients.getByRole('button', { name: /^Move/ });
      await handles.last().focus();
      await page.keyboard.press('ArrowUp');
      expect((await valuesOf(ingredients)).slice(-2)).toEqual(['2 carrots', '1 leek']);
      await page.keyboard.press('ArrowDown');
      const [from, to] = [await handles.last().boundingBox(), await handles.first().boundingBox()];
      await page.mouse.move(from!.x + 9, from!.y + 20);
      await page.mouse.down();
      await page.mouse.move(to!.x + 9, to!.y + 60, { steps: 12 });
      await page.mouse.move(to!.x + 9, to!.y + 4, { steps: 4 });
      await page.mouse.up();
      expect((await valuesOf(ingredients))[0]).toBe('2 carrots');
      await ingredients
        .getByRole('button', { name: /^Remove/ })
        .last()
        .click();

      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('heading', { name: 'Pea soup' }).waitFor();
      await page.getByText('2 carrots').first().waitFor();
    },
  },
  {
    name: 'she writes another one, previews it, leaves, and finds it again in her browser',
    isLong: true,
    run: async ({ ann, ann: { page, check: look, press } }) => {
      await page.goto('/write/recipe');
      await fill(page, 'Name', 'Bean soup');
      await fillRows(ann, 'Ingredients', '200 g beans\nflour type 405');
      await page.getByRole('button', { name: 'Add ingredient' }).click();
      await page.keyboard.type('1/2 leek');
      expect(await page.getByRole('textbox', { name: 'Ingredient 3' }).inputValue()).toBe('1/2 leek');
      await press('Preview');
      await look('write-preview');
      await page.getByRole('link', { name: 'Continue writing' }).click();
      await page.locator('#name').waitFor();
      // Without unsaved changes the browser does not ask before leaving.
      await page.locator('.write-form').evaluate((form) => form.removeAttribute('data-unsaved'));
      await page.goto('/write/recipe');
      await page.getByText('You have unsaved changes').waitFor();
      await look('write-kept');
      await press('Restore');
      expect(await page.locator('#name').inputValue()).toBe('Bean soup');
      expect(await page.locator('#ingredients').inputValue()).toBe('200 g beans\nflour type 405\n1/2 leek');
      await page.locator('.write-form').evaluate((form) => form.removeAttribute('data-unsaved'));
    },
  },
  {
    name: 'she previews a recipe, writes on, goes back to the preview, and finds it again after publishing',
    run: async ({ ann, ann: { page, press } }) => {
      await page.goto('/write/recipe');
      await fill(page, 'Name', 'Bean soup');
      await fillRows(ann, 'Ingredients', '200 g beans');
      await press('Preview');
      const preview = page.url();
      await page.getByRole('link', { name: 'Continue writing' }).click();
      expect(await page.locator('#name').inputValue()).toBe('Bean soup');
      await page.locator('.write-form').evaluate((form) => form.removeAttribute('data-unsaved'));
      const isShown = () => page.getByRole('heading', { name: 'Bean soup', exact: true }).isVisible();
      await page.goBack();
      expect([page.url(), await isShown()]).toEqual([preview, true]);
      await press('Publish');
      const published = page.url();
      await page.goBack();
      expect([page.url(), await isShown()]).toEqual([preview, true]);
      // The same form creates the same recipe.
      await press('Publish');
      expect(page.url()).toBe(published);
    },
  },
  {
    name: 'she notes something beside it, adds it to her shopping list, ticks an item and shares the list',
    isRepeated: true,
    run: async ({ ann: { page, check: look, press }, guest, recipe }) => {
      await page.goto(recipe);
      await page.getByText('Add a private note').click();
      await fill(page, 'Your note', 'Less cumin.');
      await press('Save note');
      expect(await page.getByText('Less cumin.').count()).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Add to shopping list' }).click();
      await fill(page, 'Add something else', 'soap');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('checkbox', { name: 'onions' }).click();
      await page.getByRole('checkbox', { name: 'onions', checked: true }).waitFor();
      await page.getByRole('button', { name: 'Share by link' }).click();
      await look('shopping-list');
      const link = await page.getByRole('link', { name: '/shopping-list/shared/' }).getAttribute('href');
      await guest.open(new URL(link!).pathname, 'shopping-list-shared');
    },
  },
  {
    name: 'everyone can see it, also in cook mode',
    isRepeated: true,
    run: async ({ guest, recipe, me }) => {
      await guest.open('/', 'first');
      await guest.open(`/@${me}`, 'profile');
      await guest.open(`/@${me}/cooked`, 'profile-cooked');
      await guest.open(`/@${me}/posts`, 'profile-posts');
      await guest.open(recipe, 'recipe');
      await guest.open(`${recipe}?serving=3&units=us`, 'recipe-scaled');
      await guest.open(`${recipe}/cook`, 'cook');
      await guest.open(`${recipe}/reviews`, 'reviews');
      await guest.open('/tags/soup', 'tag');
      await guest.page.goto(`/@${me}/posts`);
      await guest.page.locator('.when').first().click();
      await guest.check('status');
      await guest.page.goto(`/@${me}/cooked`);
      await guest.page.locator('.card-title a').first().click();
      await guest.check('preparation');
    },
  },
  {
    name: 'a visitor adapts a cake to another pan',
    isRepeated: true,
    run: async (context) => {
      const { page, press, check: look } = context.guest;
      const { api } = await apiOf(context, context.me);
      const { body } = await api.post('/recipes', { recipe: cake });
      await page.goto(`/@${context.me}/recipes/${body.slug}`);
      await page.getByText('Another pan size').click();
      expect(await page.getByRole('group', { name: 'The recipe’s pan' }).getByLabel('Size').inputValue()).toBe('26');
      const size = page.getByRole('group', { name: 'Your pan' }).getByLabel('Size');
      await size.fill('wide');
      await press('Adjust amounts');
      await look('pan-refused');
      await size.fill('18');
      await press('Adjust amounts');
      await page.getByText('All amounts are multiplied by 0.48.').waitFor();
      await page.getByText('192 g').waitFor();
      await look('pan');
    },
  },
  {
    name: 'she corrects it, and everyone can see what changed',
    isLong: true,
    isRepeated: true,
    run: async ({ ann, guest, recipe }) => {
      await ann.page.goto(recipe);
      await ann.page.locator('details.more summary').first().click();
      await ann.page.getByRole('link', { name: /^Edit / }).click();
      await ann.page.waitForURL('**/edit');
      await fillRows(ann, 'Ingredients', soup.Ingredients.replace('300 g', '350 g'));
      await ann.press('Save');
      await guest.page.goto(recipe);
      await guest.page.getByRole('link', { name: 'See what changed' }).click();
      await guest.check('history');
      await guest.page.getByRole('link', { name: /^See what changed/ }).click();
      await guest.check('revision');
      expect(await guest.page.locator('ins', { hasText: '350' }).count()).toBe(1);
      await guest.open(`${recipe}/forks`, 'forks');
    },
  },
  {
    name: 'an imported recipe is shown completely',
    isLong: true,
    run: async (context) => {
      const shared = sharedPath('recipes');
      if (!shared) return;
      await context.alpha.cli('recipe', 'import', join(shared, 'bbc.com.json'), '--account', 'ann', '--no-pictures');
      expect(readFileSync(join(shared, 'bbc.com.json'), 'utf8').length).toBeGreaterThan(0);
      await context.guest.page.goto('/@ann');
      await context.guest.page.locator('.card-title a').first().click();
      await context.guest.check('recipe-imported');
    },
  },
];
