/**
 * Lists from Mastodon: accounts are looked up, followed and blocked, and bookmarks are saved, a few at a time per
 * server.
 */
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { type Account, updateLanguage } from '../../src/domain/accounts/account.ts';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { memberLists } from '../../src/domain/migration/lists.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { sendUpload } from '../support/pictures.ts';
import { accountIdOf } from '../support/stored.ts';
import { zipOf } from '../support/zip.ts';

useCast();
useBob();

const uploadImport = (who: Account, content: string | Uint8Array, name: string) =>
  sendUpload(who, '/imports', { file: Buffer.from(content), name, root: 'import' });
const confirm = async (who: Account, id: number, how: object = {}) => {
  const { status, text } = await as(who).post(`/imports/${id}/confirm`, how);
  expect(status, text).toBe(202);
};
const get = async (who: Account, id: number) => (await as(who).get(`/imports/${id}`)).body;
/** Lets waiting entries and fetches be tried at once. */
async function later(): Promise<void> {
  await prisma().importEntry.updateMany({ data: { dueAt: new Date() } });
  await makeDue();
  await drain();
}
const relationshipWith = async (who: Account, iri: string) =>
  (await as(who).get(`/accounts/relationships?id=${await accountIdOf(iri)}`)).body[0];
const failures = async (id: number) =>
  prisma().importEntry.findMany({ where: { importId: id, outcome: 'failed' }, select: { value: true, reason: true } });

test('follows from Mastodon are requested, and accounts that cannot be followed are listed', async () => {
  const other = anotherRemoteServer();
  const dora = other.actor('dora');
  other.fail(dora.iri, 503);
  const csv = [
    'Account address,Show boosts,Notify on new posts,Languages',
    `${bob.handle},true,false,`,
    `@${bob.handle.toUpperCase()},true,false,`,
    `nobody@${remote.host},true,false,"de, en"`,
    `${dora.handle},true,false,`,
    'bo@cook.example,true,false,',
    'ann@cook.example,true,false,',
    'not an address,true,false,',
  ].join('\n');
  const { status, body, text } = await uploadImport(cast.ann, csv, 'following_accounts.csv');
  expect(status, text).toBe(201);
  expect(body).toMatchObject({
    format: 'Mastodon',
    total: 5,
    recipes: [],
    lists: { files: [{ kind: 'follow', entries: 5, not_understood: 1 }], added: 0 },
  });
  await drain();
  expect(remote.requestedUrls).toEqual([]);

  await updateLanguage(cast.ann.id, { language: 'de', timeZone: null });
  await confirm(cast.ann, body.id);
  await drain();
  // A server that was asked about one account is not asked about the next one at once.
  expect(remote.requestedUrls.filter((url) => url.includes('nobody'))).toEqual([]);
  expect(remote.requestedUrls.filter((url) => url.includes('webfinger')).length).toBeGreaterThan(0);
  for (let run = 0; run < 9; run += 1) await later();

  const done = await get(cast.ann, body.id);
  expect([done.done, done.total, done.finished_at === null]).toEqual([5, 5, false]);
  expect(done.lists).toMatchObject({ added: 2, already_here: 0, failed: 3 });
  expect(await failures(body.id)).toEqual([
    { value: `nobody@${remote.host}`, reason: 'wurde nicht gefunden' },
    { value: dora.handle, reason: 'Der Server hat nicht geantwortet' },
    { value: 'ann@cook.example', reason: 'Du kannst dir nicht selbst folgen' },
  ]);
  await updateLanguage(cast.ann.id, { language: null, timeZone: null });
  expect(remote.inbox.filter(({ type }) => type === 'Follow')).toMatchObject([{ object: bob.iri }]);
  expect(await relationshipWith(cast.ann, bob.iri)).toMatchObject({ following_requested: true });
  expect(await relationshipWith(cast.ann, cast.bo.iri!)).toMatchObject({ following: true });

  const again = (await uploadImport(cast.ann, csv, 'following_accounts.csv')).body;
  await confirm(cast.ann, again.id);
  for (let run = 0; run < 9; run += 1) await later();
  expect((await get(cast.ann, again.id)).lists).toMatchObject({ added: 0, already_here: 2 });
  expect(remote.inbox.filter(({ type }) => type === 'Follow')).toHaveLength(1);
});

test('an import resumes after its process died, and its result is kept for days', async () => {
  const { body } = await uploadImport(cast.bo, `${bob.handle}\ncy@cook.example`, 'blocked_accounts.csv');
  expect(body.lists.files).toMatchObject([{ kind: 'block', entries: 2 }]);
  await confirm(cast.bo, body.id);
  await drain();
  expect((await get(cast.bo, body.id)).done).toBe(1);
  // As if a process had died before it recorded the first entry.
  const unrecorded = { outcome: null, dueAt: new Date() };
  await prisma().importEntry.updateMany({ where: { importId: body.id }, data: unrecorded });
  await age('imports', '2 days', body.id);
  await prune();
  for (let run = 0; run < 4; run += 1) await later();
  expect((await get(cast.bo, body.id)).lists).toMatchObject({ added: 1, already_here: 1, failed: 0 });
  expect(await relationshipWith(cast.bo, bob.iri)).toMatchObject({ blocking: true });

  const { body: left } = await uploadImport(cast.bo, bob.handle, 'follows.csv');
  await age('imports', '2 days', left.id);
  expect((await as(cast.bo).get(`/imports/${left.id}`)).status).toBe(404);
});

test('the owner chooses the purpose of a list of addresses, and several lists are one import', async () => {
  const files = {
    'a.csv': 'cy@cook.example',
    'bookmarks.csv': 'https://gone.example/1',
    'b.csv': bob.handle,
  };
  const { body } = await uploadImport(cast.ann, await zipOf(files), 'lists.zip');
  expect(body.lists.files.map(({ kind }: { kind: string }) => kind)).toEqual(['follow', 'bookmark', 'follow']);
  const wrong = await as(cast.ann).post(`/imports/${body.id}/confirm`, {
    lists: [{ position: 1, kind: 'block' }],
  });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['lists[0].kind']]);
  await confirm(cast.ann, body.id, {
    lists: [
      { position: 0, kind: 'block' },
      { position: 1, kind: 'skip' },
      { position: 2, kind: 'skip' },
    ],
  });
  await drain();
  expect(await get(cast.ann, body.id)).toMatchObject({ done: 1, total: 1, lists: { added: 1 } });
  expect(await relationshipWith(cast.ann, cast.cy.iri!)).toMatchObject({ blocking: true, following: false });
});

test('bookmarks are saved to a private collection, also items of other servers', async () => {
  const note = remote.note(bob);
  const own = (await as(cast.bo).post('/statuses', { status: { content: 'Soup' } })).body;
  const secret = (await as(cast.cy).post('/statuses', { status: { content: 'Mine', visibility: 'private' } })).body;
  await as(cast.bo).post('/collections', { collection: { name: 'Bookmarks', visibility: 'public' } });
  const csv = [note.id, own.uri, secret.uri, remote.iri('/notes/none'), note.id].join('\n');
  const { body } = await uploadImport(cast.bo, csv, 'bookmarks.csv');
  await confirm(cast.bo, body.id);
  for (let run = 0; run < 9; run += 1) await later();
  expect((await get(cast.bo, body.id)).lists).toMatchObject({ added: 2, already_here: 0, failed: 2 });
  const collections = (await as(cast.bo).get('/collections')).body;
  expect(collections.map(({ name, visibility }: Record<string, string>) => [name, visibility])).toEqual([
    ['Bookmarks', 'public'],
    ['Bookmarks', 'private'],
  ]);
  const items = (await as(cast.bo).get(`/collections/${collections[1].id}/items`)).body;
  expect(items.map(({ object }: { object: { uri: string } }) => object.uri).toSorted()).toEqual(
    [note.id, own.uri].toSorted(),
  );
});

test('mutes, hidden boosts and blocked servers are imported, and exported in the same format', async () => {
  const { ann } = cast;
  const files = {
    'muted_accounts.csv': `Account address,Hide notifications\n${bob.handle},false\ncy@cook.example,true\n`,
    'blocked_domains.csv': 'Rude.example\nalso rude\nbücher.example\n',
    'following_accounts.csv': `Account address,Show boosts\n${remote.actor('eve').handle},false\n`,
  };
  const { body } = await uploadImport(ann, await zipOf(files), 'all.zip');
  expect(
    body.lists.files.map((each: Record<string, unknown>) => [each.kind, each.entries, each.not_understood]),
  ).toEqual([
    ['mute', 2, 0],
    ['domain', 2, 1],
    ['follow', 1, 0],
  ]);
  await confirm(ann, body.id);
  for (let run = 0; run < 5; run += 1) await later();
  expect((await get(ann, body.id)).lists).toMatchObject({ added: 5, failed: 0 });
  const mutes = await prisma().mute.findMany({ where: { muterId: ann.id }, include: { muted: true } });
  const rows = mutes.map(({ muted, notifications }) => ({ handle: muted.handle, notifications }));
  expect(rows.toSorted((one, other) => one.handle!.localeCompare(other.handle!))).toEqual([
    { handle: bob.handle, notifications: false },
    { handle: 'cy', notifications: true },
  ]);
  const list = async (name: string) =>
    (await buffer(memberLists.find((each) => each.name === name)!.write(ann.id))).toString();
  expect(await list('muted_accounts.csv')).toContain(`${bob.handle},false,`);
  expect(await list('muted_accounts.csv')).toContain('cy@cook.example,true,');
  expect(await list('blocked_domains.csv')).toBe('rude.example\r\nxn--bcher-kva.example\r\n');
  expect(await list('following_accounts.csv')).toContain(`eve@${remote.host},false,false,\r\n`);
});

test('accounts of an unreachable server do not delay the others', async () => {
  const dead = anotherRemoteServer('dead');
  const many = Array.from({ length: 450 }, (_, at) => `cook${at}@${dead.host}`);
  const { body } = await uploadImport(cast.cy, [...many, bob.handle].join('\n'), 'following_accounts.csv');
  await confirm(cast.cy, body.id);
  await drain();
  expect(dead.requestedUrls.filter((url) => url.includes('webfinger')).length).toBeLessThanOrEqual(1);
  await later();
  await later();
  expect((await get(cast.cy, body.id)).lists).toMatchObject({ added: 1 });
  expect(await relationshipWith(cast.cy, bob.iri)).toMatchObject({ following_requested: true });
});
