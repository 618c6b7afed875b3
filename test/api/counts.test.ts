/** Counts that everybody sees leave out what not everybody may see. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { applySuspensions } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { blockDomain, unblockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { suspend, unsuspend } from '../../src/domain/moderation/members.ts';
import { as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { cookieOf, getPage } from '../support/get-page.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { storedItem } from '../support/stored.ts';

useCast();
let recipe: { id: number; uri: string; url: string };
beforeEach(async () => {
  recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body;
});

const reply = async (visibility: string, who = cast.bo): Promise<number> => {
  const parent = { in_reply_to_type: 'recipe', in_reply_to_id: recipe.id };
  return (await as(who).post('/statuses', { content: '@ann Hm', visibility, ...parent })).body.id;
};
const bake = async (visibility: string, who = cast.bo): Promise<number> => {
  const baking = { recipe_id: recipe.id, name: 'Loaf', prepared_at: new Date(), visibility };
  const { id } = (await as(who).post('/bakings', baking)).body;
  expect((await as(who).post(`/bakings/${id}/publish`)).status).toBe(204);
  return id;
};
/** The reply and cooked counts that are sent to other servers. */
const counts = async () => {
  const headers = { accept: 'application/activity+json' };
  const replies = await (await testApp().request(`${recipe.uri}/replies`, { headers })).json();
  return [replies.totalItems, (await storedItem(recipe.id)).cookedCount];
};

test.each(['private', 'direct'])('a %s reply is not counted', async (visibility) => {
  await reply(visibility);
  expect(await counts()).toEqual([0, 0]);
  await reply('unlisted');
  const id = await reply('public');
  expect(await counts()).toEqual([2, 0]);
  await as(cast.bo).delete(`/statuses/${id}`);
  expect(await counts()).toEqual([1, 0]);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
});

test('followers-only items are not counted as cooked', async () => {
  const secret = await bake('private');
  expect(await counts()).toEqual([0, 0]);
  const open = await bake('public');
  expect(await counts()).toEqual([0, 1]);
  await as(cast.bo).patch(`/bakings/${secret}`, { baking: { recipe_id: null } });
  await as(cast.bo).delete(`/bakings/${open}/publish`);
  expect(await counts()).toEqual([0, 0]);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
});

test('an item counts from when everybody may see it until not everybody may', async () => {
  const [status, baking] = [await reply('private'), await bake('private')];
  const change = async (visibility: string) => {
    await as(cast.bo).patch(`/statuses/${status}`, { status: { visibility } });
    await as(cast.bo).patch(`/bakings/${baking}`, { baking: { visibility } });
    return counts();
  };
  expect(await change('public')).toEqual([1, 1]);
  expect(await change('unlisted')).toEqual([1, 1]);
  expect(await change('private')).toEqual([0, 0]);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
});

test('items of suspended accounts are not counted while they are suspended', async () => {
  const dee = await register({ username: 'dee' });
  await reply('private', dee);
  const ids = [await reply('public', dee), await reply('public', dee), await bake('public', dee)];
  expect(await counts()).toEqual([2, 1]);
  await suspend(dee.id);
  await suspend(dee.id);
  await applySuspensions();
  expect(await counts()).toEqual([0, 0]);
  await prisma().eventable.delete({ where: { id: ids[0]! } });
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
  await unsuspend(dee.id);
  await applySuspensions();
  expect(await counts()).toEqual([1, 1]);
  expect(await recount()).toEqual({ items: 0, accounts: 0, collections: 0 });
});

test('a blocked domain counts as suspended', async () => {
  const bob = await upsertAccount('bob', 'bad.example');
  const reply = remoteStatus('https://bad.example/1', bob.id, { inReplyToIri: recipe.uri });
  await ingestRemoteItem(reply, { backfilled: false });
  expect(await counts()).toEqual([1, 0]);
  await blockDomain('bad.example');
  await applySuspensions();
  expect(await counts()).toEqual([0, 0]);
  await unblockDomain('bad.example');
  await applySuspensions();
  expect(await counts()).toEqual([1, 0]);
});

test('a reply that is not counted is shown to those who may see it', async () => {
  await reply('private');
  const path = new URL(recipe.url).pathname;
  expect((await getPage(path)).html).not.toContain('Hm');
  expect((await getPage(path, await cookieOf(cast.bo))).html).toContain('Hm');
});
