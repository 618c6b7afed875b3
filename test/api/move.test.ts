/** Exports an account into one file, and imports the file again. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { deleteAccount } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { findExport, openExport, startExport } from '../../src/domain/migration/export.ts';
import { openZip } from '../../src/lib/archive/unzip.ts';
import {
  type AccountContent,
  type Body,
  contentOf,
  createManyItems,
  importAs,
  kinds,
  withoutIds,
} from '../support/account-content.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { getMediumAs, keysOnDisk } from '../support/pictures.ts';
import { itemIdsOf, stored } from '../support/stored.ts';

useCast();
let dora: Account;
/** Ann’s content as she saw it before. */
let before: AccountContent;
let shopping: Body[];
let filters: Body[];
let file: Buffer;
const limits = { entries: 10_000, entryBytes: 2 ** 24, totalBytes: 2 ** 28 };

beforeAll(async () => {
  dora = await register({ username: 'dora', name: 'Dora' });
  await createManyItems(cast);
  before = await contentOf(cast.ann);
  shopping = await shoppingOf(cast.ann);
  filters = await filtersOf(cast.ann);
  await startExport(cast.ann.id);
  await expect(startExport(cast.ann.id)).rejects.toThrow('already being built');
  await drain();
  const stored = await openExport(cast.ann.id);
  file = Buffer.from(await new Response(stored!.body).arrayBuffer());
});

/** Without ids and recipes, which an archive leaves out. */
const shoppingOf = async (who: Account): Promise<Body[]> =>
  (await as(who).get('/shopping_list')).body.items.map(({ id: _, recipe_ids: __, ...item }: Body) => item);

const filtersOf = async (who: Account): Promise<Body[]> =>
  (await as(who).get('/filters')).body.map(({ id: _, ...filter }: Body) => filter);

describe('the file', () => {
  test('contains every item, picture and list, under descriptive names', async () => {
    const zip = await openZip(file, limits);
    const read = async (name: string) => (await zip.read(name))!.toString('utf8');
    const counts = kinds.map((kind) => zip.names.filter((name) => name.startsWith(`${kind}/`)).length);
    expect(counts).toEqual(kinds.map((kind) => before[kind].length));
    expect(zip.names.filter((name) => name.startsWith('media/'))).toHaveLength(5);

    const recipe = JSON.parse(await read('recipes/pizza.json'));
    expect(recipe).toMatchObject({
      '@type': 'Recipe',
      name: 'Pizza',
      recipeYield: '3 pizzas',
      inLanguage: 'it',
      keywords: 'Sauer',
      image: [{ '@type': 'ImageObject', description: 'A pizza', width: 120 }, {}],
      recipeIngredient: ['1/10 kg flour, type 00', '1/3–2 Schuss oil (optional)'],
      recipeInstructions: [{ '@type': 'HowToStep', name: 'Shape', text: 'Gently, 1. by hand' }],
    });
    expect(await read('following_accounts.csv')).toBe(
      'Account address,Show boosts,Notify on new posts,Languages\r\nbo@cook.example,false,false,\r\n',
    );
    expect(await read('blocked_accounts.csv')).toBe('cy@cook.example\r\n');
    expect(await read('muted_accounts.csv')).toMatch(
      /^Account address,Hide notifications,Ends\r\nbo@cook\.example,false,20[-0-9T:.]+Z\r\n$/,
    );
    expect(await read('blocked_domains.csv')).toBe('far.example\r\n');
    expect(await read('followed_tags.csv')).toBe('pizza\r\n');
    expect(JSON.parse(await read('likes.json')).orderedItems).toHaveLength(1);
    const { orderedItems } = JSON.parse(await read('outbox.json'));
    const published = kinds.flatMap((kind) => before[kind]).filter(({ uri }) => uri !== '');
    expect(orderedItems).toHaveLength(published.length + 1);
    expect(JSON.parse(await read('actor.json'))).toMatchObject({ type: 'Person', preferredUsername: 'ann' });
    zip.close();
  });

  test('contains complete recipes that can be imported on their own', async () => {
    const zip = await openZip(file, limits);
    const [recipe] = (await importAs(cast.bo, (await zip.read('recipes/sauce.json'))!)).recipes;
    const { body } = await as(cast.bo).get(`/recipes/${recipe.recipe_id}`);
    const sauce = before.recipes.find(({ name }) => name === 'Sauce');
    const { steps, ...rest } = withoutIds(sauce);
    expect(withoutIds(body)).toMatchObject({
      ...rest,
      in: 0,
      visibility: 'public',
      revisions_count: 0,
      created_at: body.created_at,
      published_at: body.published_at,
      edited_at: null,
    });
    expect(recipe.not_understood).toEqual([]);
    zip.close();
  });

  test('is available to its owner for a week', async () => {
    expect(await findExport(cast.ann.id)).toMatchObject({ bytes: file.length });
    expect(await openExport(cast.bo.id)).toBeNull();
    const kept = (await keysOnDisk()).length;
    await prune();
    expect((await keysOnDisk()).length).toBe(kept);
    await age('exports', '8 days');
    expect([await findExport(cast.ann.id), await openExport(cast.ann.id)]).toEqual([null, null]);
    await prune();
    expect(await stored.exports()).toBe(0);
  });
});

describe('importing the file after Ann has left restores her account', () => {
  let result: Body;
  let after: AccountContent;
  let pictures: Buffer[];

  beforeAll(async () => {
    const { media } = before.recipes.find(({ name }) => name === 'Pizza');
    pictures = await Promise.all(media.map(({ original }: Body) => pixels(cast.ann, original)));
    await deleteAccount(cast.ann.id);
    await drain();
    result = await importAs(dora, file);
    after = await contentOf(dora);
  });

  const pixels = async (who: Account, url: string) =>
    sharp(Buffer.from(await (await getMediumAs(who, url)).arrayBuffer()))
      .raw()
      .toBuffer();

  test('every item is the same except for ids and URLs', () => {
    expect(result).toMatchObject({ format: 'Potluck', finished_at: expect.any(String) });
    expect(result.archive).toMatchObject({ address: 'ann@cook.example', already_here: 0, problems: [] });
    expect(result.archive.made).toBe(kinds.flatMap((kind) => before[kind]).length);
    // A copy was not edited here.
    const copies = (kind: (typeof kinds)[number]) =>
      before[kind].map((each) => ({ ...withoutIds(each), edited_at: null }));
    for (const kind of kinds) expect(after[kind].map(withoutIds)).toEqual(copies(kind));
  });

  test('links between items lead to the new items, and pictures look the same', async () => {
    const [pizza, sauce] = ['Pizza', 'Sauce'].map((name) => after.recipes.find((each) => each.name === name));
    expect(pizza.steps[0].links[0]).toMatchObject({ id: sauce.id, account_id: dora.id });
    expect(sauce.steps[0].links[0]).toMatchObject({ id: pizza.id, account_id: dora.id });
    expect(after.preparations[0].recipe_id).toBe(pizza.id);
    const target = { sourceId: pizza.id, targetIri: 'https://elsewhere.example/recipes/1' };
    expect(await prisma().stepLink.findMany({ where: target })).toMatchObject([{ serving: 4 }]);
    for (const [at, medium] of pizza.media.entries()) {
      const now = await pixels(dora, medium.original);
      expect(now.length).toBe(pictures[at]!.length);
      const off = now.reduce((sum, value, place) => sum + Math.abs(value - pictures[at]![place]!), 0);
      expect(off / now.length).toBeLessThan(3);
    }
  });

  test('profile, follows, hashtags, blocks, mutes, pins and collections are restored', async () => {
    const { body } = await as(dora).get('/accounts/me');
    expect(body).toMatchObject({
      name: 'Ann',
      summary: 'I *cook*.',
      locked: true,
      indexable: false,
      locale: 'de',
    });
    const [bo, cy] = (await as(dora).get(`/accounts/relationships?id=${cast.bo.id},${cast.cy.id}`)).body;
    expect([bo.following, cy.blocking]).toEqual([true, true]);
    expect(bo).toMatchObject({ muting: true, muting_notifications: false, hiding_boosts: true });
    const [muted] = (await as(dora).get('/mutes')).body;
    expect(Date.parse(muted.mute_expires_at) - Date.now()).toBeGreaterThan(80_000_000);
    expect((await as(dora).get('/domain_blocks')).body).toEqual([{ host: 'far.example' }]);
    expect((await as(dora).get('/followed_tags')).body).toMatchObject([{ name: 'pizza', following: true }]);
    // Restored items have their hashtags again.
    const baking = (await as(dora).get('/timelines/tag/baking')).body;
    expect(baking.map(({ type }: Body) => type)).toContain('status');
    const [collection] = (await as(dora).get('/collections')).body;
    expect(collection).toMatchObject({ visibility: 'unlisted', cover: { description: 'A table' } });
    const held = (await as(dora).get(`/collections/${collection.id}/items`)).body;
    expect(held.map(({ note }: Body) => note)).toEqual(['Always', '', '']);
    expect(held.map(({ object }: Body) => object.name)).toEqual(['Pizza', 'Bo’s bread', 'Sauce']);
    expect(await stored.pins({ accountId: dora.id })).toBe(1);
  });

  test('private notes and the shopping list are restored', async () => {
    const bread = (await as(cast.bo).get('/recipes')).body.find(({ name }: Body) => name === 'Bo’s bread');
    expect((await as(dora).get(`/recipes/${bread.id}`)).body.note).toBe('Bo uses rye.');
    expect(after.recipes.find(({ name }) => name === 'Pizza').note).toBe('More\n*cheese*');
    expect(shopping).toHaveLength(3);
    expect(await shoppingOf(dora)).toEqual(shopping);
  });

  test('filters are restored, once', async () => {
    expect(filters).toHaveLength(1);
    expect(await filtersOf(dora)).toEqual(filters);
  });

  test('nobody is notified of old items', async () => {
    const [homes, told, notices] = [
      await stored.homeEntries({ eventableId: { in: await itemIdsOf(dora.id) } }),
      await stored.activities({ accountId: dora.id, type: { in: ['Create', 'Announce'] } }),
      await stored.notifications({ actorId: dora.id, type: { not: 'follow' } }),
    ];
    expect({ homes, told, notices }).toEqual({ homes: 0, told: 0, notices: 0 });
  });

  test('an interrupted import is completed', async () => {
    const pizza = after.recipes.find(({ name }) => name === 'Pizza');
    await prisma().importedItem.updateMany({ where: { eventableId: pizza.id }, data: { finishedAt: null } });
    await prisma().medium.delete({ where: { id: pizza.media[1].id } });
    expect((await importAs(dora, file)).archive).toMatchObject({ made: 1, problems: [] });
    expect(withoutIds((await as(dora).get(`/recipes/${pizza.id}`)).body)).toEqual(withoutIds(pizza));
  });

  test('the same import creates nothing twice, even from a new export of the imported items', async () => {
    const again = await importAs(dora, file);
    expect(again.archive).toMatchObject({ made: 0, already_here: result.archive.made, problems: [] });
    await startExport(dora.id);
    await drain();
    const stored = await openExport(dora.id);
    const own = await importAs(dora, Buffer.from(await new Response(stored!.body).arrayBuffer()));
    expect(own.archive).toMatchObject({ made: 0, already_here: result.archive.made, problems: [] });
    const now = await contentOf(dora);
    for (const kind of kinds) expect(now[kind].map(withoutIds)).toEqual(after[kind].map(withoutIds));
  });
});
