/** An account with content of every kind, and a comparison of what an export preserved. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { as } from './as.ts';
import type { Cast } from './cast.ts';
import { drain } from './drain.ts';
import { picture, sendUpload, upload } from './pictures.ts';
import { sharedPath } from './shared-documents.ts';
import { itemIdsOf } from './stored.ts';
import { sampled } from './test-length.ts';
import { zipOf } from './zip.ts';

// biome-ignore lint/suspicious/noExplicitAny: response shapes are checked by the API client
export type Body = any;
type Kind = (typeof kinds)[number];
export const kinds = ['recipes', 'preparations', 'bakings', 'statuses'] as const;
const types = { recipes: 'recipe', preparations: 'preparation', bakings: 'baking', statuses: 'status' } as const;

async function create(who: Account, path: string, body: object): Promise<Body> {
  const answer = await as(who).post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const photo = async (who: Account, description: string, width = 90) =>
  (await upload(who, '/media', { file: await picture(width, 60).png().toBuffer(), description })).body;

export type AccountContent = Record<Kind, Body[]>;

/** As its owner sees it. */
export async function contentOf(who: Account): Promise<AccountContent> {
  const lists = kinds.map(async (kind) => {
    const items: Body[] = [];
    for (const id of await itemIdsOf(who.id, types[kind])) items.push((await as(who).get(`/${kind}/${id}`)).body);
    return [kind, items] as const;
  });
  return Object.fromEntries(await Promise.all(lists)) as AccountContent;
}

/** Removes ids and URLs; everything else must be equal. */
export function withoutIds(item: Body): Body {
  const names = new Map<number, number>((item.ingredients ?? []).map((each: Body) => [each.id, each.position]));
  const { id, uri, url, account, recipe_id, in_reply_to_id, collection_ids, ...more } = item;
  const { forked_from_id, forked_from_uri, ...rest } = more;
  return {
    ...rest,
    isVersion: Boolean(forked_from_id),
    hasOriginal: Boolean(forked_from_uri),
    cooks: Boolean(recipe_id),
    answers: in_reply_to_id ?? null,
    in: collection_ids.length,
    media: item.media.map(({ description, width, height, content_type }: Body) => ({
      description,
      width,
      height,
      content_type,
    })),
    ...(item.steps && {
      ingredients: item.ingredients.map(({ id: _, ...each }: Body) => each),
      steps: item.steps.map(({ id: _, ingredient_ids, links, ...step }: Body) => ({
        ...step,
        uses: ingredient_ids.map((one: number) => names.get(one)),
        links: links.map(({ type, name, slug, serving }: Body) => ({ type, name, slug, serving })),
      })),
    }),
  };
}

/** Uploads the file, confirms the import, and waits until it is done. */
export async function importAs(who: Account, bytes: Uint8Array): Promise<Body> {
  const { status, body, text } = await sendUpload(who, '/imports', {
    file: bytes,
    name: 'ann.zip',
    root: 'import',
  });
  expect(status, text).toBe(201);
  expect((await as(who).post(`/imports/${body.id}/confirm`, { pictures: false })).status).toBe(202);
  await drain();
  return (await as(who).get(`/imports/${body.id}`)).body;
}

/** Content of every kind, and every recipe of the shared documents, or an eighth of them. */
export async function createManyItems(cast: Cast): Promise<void> {
  const folder = sharedPath('recipes');
  if (folder) {
    const namesIn = (path: string) => readdirSync(path).filter((name) => /\.(?:json|html)$/.test(name));
    const all = [...namesIn(folder), ...namesIn(join(folder, 'html')).map((name) => `html/${name}`)];
    expect(all).toHaveLength(121);
    const names = sampled(all, 8);
    const files = names.map((name) => [name, readFileSync(join(folder, name))] as const);
    const { recipes, problems } = await importAs(cast.ann, await zipOf(Object.fromEntries(files)));
    expect([recipes.length, problems]).toEqual([names.length, []]);
    for (const { recipe_id: id } of recipes) expect(id).not.toBeNull();
  }
  await createItemsOfEachKind(cast);
}

/** Content of every kind. */
export async function createItemsOfEachKind({ ann, bo, cy }: Cast): Promise<void> {
  const bread = await create(bo, '/recipes', { recipe: { name: 'Bo’s bread', ingredients: ['1 loaf'] } });
  const hello = await create(bo, '/statuses', { status: { content: 'Who bakes?' } });
  const sauce = await create(ann, '/recipes', {
    recipe: {
      name: 'Sauce',
      description: '🍅'.repeat(9_000),
      visibility: 'private',
      ingredients: ['1/3 cup water', '2-3 tomatoes, ripe'],
    },
  });
  const pizza = await create(ann, '/recipes', {
    recipe: {
      name: 'Pizza',
      description: 'With *love*.\n\n- and cheese',
      locale: 'it',
      serving: 3,
      serving_type: 'pizzas',
      source_url: 'https://kitchen.example/pizza',
      prep_time: 61,
      tags: ['Sauer'],
      total_time: 90_001,
      rest_time: 86_400,
      nutrition: { calories: '840 kcal', sodiumContent: '2 g' },
      category: ['Dinner'],
      cuisine: ['Italian'],
      diet: ['VegetarianDiet'],
      difficulty: 'hard',
      equipment: ['Stone', 'Peel, wooden'],
      stated_rating: { value: 4.7, count: 1_203 },
      video_url: 'https://kitchen.example/pizza.mp4',
      credit: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
      ingredients: [
        { name: 'flour', quantity: 0.1, unit: 'kg', group: 'Dough', note: 'type 00', scalable: false },
        { name: 'oil', quantity: 1 / 3, quantity_max: 2, unit: 'Schuss', optional: true },
      ],
      steps: [
        {
          name: 'Shape',
          content: '**Gently**, 1. by hand',
          duration: 600,
          ingredient_positions: [1, 0],
          links: [
            { type: 'recipe', id: sauce.id, serving: 2 },
            { type: 'recipe', id: bread.id },
            { url: 'https://elsewhere.example/recipes/1', serving: 4 },
          ],
        },
      ],
      media_ids: [(await photo(ann, 'A pizza', 120)).id, (await photo(ann, '')).id],
    },
  });
  const back = { steps: [{ content: 'See', links: [{ type: 'recipe', id: pizza.id }] }] };
  expect((await as(ann).patch(`/recipes/${sauce.id}`, { recipe: back })).status).toBe(204);

  await create(ann, '/recipes', { recipe: { name: 'My pizza', forked_from_id: pizza.id } });
  await create(ann, '/recipes', { recipe: { name: 'Unfinished', equipment: ['Pot'], draft: true } });

  const cookedItem = { prepared_at: '2026-05-01T18:00:00.000Z', serving: 6, tags: ['party'] };
  const party = await create(ann, '/preparations', {
    preparation: {
      ...cookedItem,
      name: 'Party',
      rating: 5,
      recipe_id: pizza.id,
      media_ids: [(await photo(ann, 'Six')).id],
    },
  });
  await as(ann).post(`/preparations/${party.id}/publish`, { preparation: { visibility: 'unlisted' } });
  await create(ann, '/bakings', { baking: { ...cookedItem, name: 'Not yet', rating: 2, recipe_id: bread.id } });
  const post = (status: object) => create(ann, '/statuses', { status });
  await post({ content: 'I do! #baking @bo', in_reply_to_id: hello.id, in_reply_to_type: 'status' });
  await post({ content: 'Only you, @bo', visibility: 'direct', sensitive: true, spoiler_text: 'Psst' });
  await post({ media_ids: [(await photo(ann, 'Nothing but a picture')).id] });

  const collection = await create(ann, '/collections', {
    collection: {
      name: 'Best',
      description: 'Of all',
      visibility: 'unlisted',
      cover_id: (await photo(ann, 'A table')).id,
    },
  });
  for (const { id } of [bread, sauce, pizza])
    await create(ann, `/collections/${collection.id}/items/${id}?type=recipe`, {});
  const first = `/collections/${collection.id}/items/${pizza.id}?type=recipe`;
  await as(ann).patch(first, { item: { note: 'Always', position: 1 } });
  for (const [{ id }, content] of [
    [pizza, 'More\n*cheese*'],
    [bread, 'Bo uses rye.'],
  ])
    expect((await as(ann).put(`/recipes/${id}/note`, { content })).status).toBe(204);
  await create(ann, '/shopping_list/recipes', { recipes: [{ id: pizza.id, serving: 7 }] });
  const { items } = await create(ann, '/shopping_list/lines', { text: '2–3 bars of soap' });
  await as(ann).patch(`/shopping_list/lines/${items.at(-1).id}`, { checked: true });
  await as(ann).post(`/recipes/${bread.id}/like`);
  await as(ann).post(`/recipes/${bread.id}/boost`);
  await as(ann).post(`/accounts/${bo.id}/follow`);
  await as(ann).post(`/accounts/${cy.id}/block`);
  await as(ann).post(`/accounts/${bo.id}/hidden_boosts`);
  await as(ann).post(`/accounts/${bo.id}/mute`, { notifications: false, duration: 86_400 });
  await as(ann).post('/domain_blocks', { host: 'Far.example' });
  await as(ann).post('/tags/Pizza/follow');
  await create(ann, '/filters', {
    filter: {
      title: 'Fish',
      action: 'hide',
      contexts: ['home', 'thread'],
      expires_at: '2040-01-01',
      keywords: [{ phrase: 'anchovies' }, { phrase: '納豆', whole_word: false }],
    },
  });
  await as(ann).patch('/accounts/me', {
    account: { summary: 'I *cook*.', locked: true, indexable: false, locale: 'de' },
  });
  await prisma().pin.create({ data: { accountId: ann.id, eventableId: pizza.id } });
  await drain();
}
