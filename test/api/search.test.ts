/** Search over the API. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { insertBlock } from '../support/relations.ts';
import { type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { changeItem, itemIdOf } from '../support/stored.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
let remote: RemoteServer;
let serial = 0;
beforeEach(async () => {
  await deleteAll('items', 'blocks', 'follows', 'jobs');
  serial += 1;
  remote = remoteServerAt(`peer${serial}.example`);
});

const kinds = ['accounts', 'recipes', 'preparations', 'bakings', 'statuses', 'collections'] as const;
type Kind = (typeof kinds)[number];
interface Answered {
  id: number;
  username: string;
  state: string;
  uri: string;
}

const find = async (who: Account, q: string, query = ''): Promise<Record<Kind, Answered[]>> =>
  (await as(who).get(`/search?q=${encodeURIComponent(q)}${query}`)).body;
const ids = async (kind: Kind, ...asked: Parameters<typeof find>) => (await find(...asked))[kind].map(({ id }) => id);
const names = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).accounts.map(({ username }) => username);
const cook = async (who: Account, recipe: object): Promise<number> => (await as(who).post('/recipes', recipe)).body.id;
const post = async (who: Account, content: string, status: object = {}): Promise<number> =>
  (await as(who).post('/statuses', { content, ...status })).body.id;
const block = (blocker: Account, blocked: Account) => insertBlock(blocker.id, blocked.id);

test('a URL leads to the item and account it belongs to, also when another account claims it as its page', async () => {
  const evil = remoteServerAt(`evil${serial}.example`);
  const [bob, eve, mal] = [remote.actor('bob'), evil.actor('eve'), remote.actor('mal')];
  const page = remote.iri('/@bob/1');
  const note = remote.note(bob, { url: page });
  const claims = [
    evil.note(eve, { url: page }),
    evil.note(eve, { url: note.id }),
    evil.note(eve, { url: [page, { type: 'Link', mediaType: 'text/html', href: note.id }] }),
  ];
  eve.json.url = bob.iri;
  mal.json.url = bob.iri;
  const resolve = (uri: string) => withWorkers(() => find(cast.ann, uri, '&resolve=true'));
  const own = remote.note(mal);
  for (const { id } of [own, ...claims]) expect((await resolve(id)).statuses).toMatchObject([{ uri: id }]);
  expect((await resolve(note.id)).statuses).toMatchObject([{ uri: note.id }]);
  expect((await resolve(page)).statuses).toMatchObject([{ uri: note.id }]);
  expect((await resolve(bob.iri)).accounts).toMatchObject([{ uri: bob.iri }]);

  // On the same server, an id takes precedence over a page, even of a row that comes first.
  await changeItem(await itemIdOf(own.id), { url: note.id });
  await changeItem(await itemIdOf(note.id), { url: null });
  expect((await resolve(note.id)).statuses).toMatchObject([{ uri: note.id }]);
});

test('words are stemmed in the language of the item', async () => {
  const english = await cook(cast.ann, { name: 'Roasted tomatoes', locale: 'en' });
  const german = await cook(cast.ann, { name: 'Apfelkuchen', description: 'Mit Äpfeln', locale: 'de-AT' });
  const unknown = await cook(cast.ann, { name: 'Kaiserschmarrn', locale: 'und' });
  expect(await ids('recipes', cast.bo, 'tomato roasting')).toEqual([english]);
  expect(await ids('recipes', cast.bo, 'apfel')).toEqual([german]);
  expect(await ids('recipes', cast.bo, 'kaiserschmarrn')).toEqual([unknown]);
  expect(await ids('recipes', cast.bo, 'tomato -roasted')).toEqual([]);
  expect(await ids('recipes', cast.bo, '-tomato')).toEqual([]);
  expect(await ids('recipes', cast.bo, '"tomatoes roasted"')).toEqual([]);
});

test('a name weighs more than a description, and each kind has its list', async () => {
  const inText = await cook(cast.ann, { name: 'Loaf', description: 'A kind of bread.', locale: 'en' });
  const inName = await cook(cast.ann, { name: 'Bread', locale: 'en' });
  await cook(cast.ann, { name: 'Loaf again', description: 'More bread.', locale: 'en' });
  const status = await post(cast.bo, 'Bread!', { locale: 'en' });
  const found = await find(cast.cy, 'bread');
  expect(Object.keys(found)).toEqual([...kinds]);
  expect(found.recipes.map(({ id }) => id)[0]).toBe(inName);
  expect(found.recipes).toHaveLength(3);
  expect(found.statuses.map(({ id }) => id)).toEqual([status]);
  expect(await ids('recipes', cast.cy, 'bread', '&type=Status')).toEqual([]);
  expect(await ids('recipes', cast.cy, 'bread', '&type=recipe&limit=1')).toEqual([inName]);
  expect(await ids('recipes', cast.cy, 'kind of bread')).toEqual([inText]);
});

test('items are found once each, whether they are among the newest or far behind a gap between ids', async () => {
  const first = await post(cast.bo, 'Rhubarb again');
  const far = [first + 3_000, first + 9_000, first + 60_000, first + 1_100_000, first + 1_300_000];
  const last = await as(cast.bo).post('/statuses', { content: 'Rhubarb at last' });
  const rhubarb = {
    type: 'status',
    accountId: cast.bo.id,
    content: 'Rhubarb',
    contentHtml: 'Rhubarb',
    locale: 'en',
  } as const;
  const url = (id: number) => `https://cook.example/far/${id}`;
  await prisma().eventable.createMany({ data: far.map((id) => ({ ...rhubarb, id, iri: url(id), url: url(id) })) });
  const found = await ids('statuses', cast.ann, 'rhubarb');
  expect(found.toSorted((one, other) => one - other)).toEqual([first, last.body.id, ...far]);
  await prisma().eventable.deleteMany({ where: { id: { in: far } } });
});

test('unlisted items and drafts are found by their authors only, private ones by followers', async () => {
  const [open, unlisted, secret] = [
    await cook(cast.ann, { name: 'Jam', visibility: 'public' }),
    await cook(cast.ann, { name: 'Jam', visibility: 'unlisted' }),
    await cook(cast.ann, { name: 'Jam', visibility: 'private' }),
  ];
  const draft = (await as(cast.ann).post('/preparations', { name: 'Jam', prepared_at: '2026-01-01' })).body.id;
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  expect(await ids('recipes', cast.ann, 'jam')).toEqual([secret, unlisted, open]);
  expect(await ids('recipes', cast.bo, 'jam')).toEqual([secret, open]);
  expect(await ids('recipes', cast.cy, 'jam')).toEqual([open]);
  expect(await ids('preparations', cast.ann, 'jam')).toEqual([draft]);
  expect(await ids('preparations', cast.bo, 'jam')).toEqual([]);

  const direct = await post(cast.ann, '@cy jam', { visibility: 'direct' });
  expect(await ids('statuses', cast.cy, 'jam')).toEqual([]);
  expect(await ids('statuses', cast.ann, 'jam')).toEqual([direct]);
});

test.each([
  ['the searcher blocked', 'cy', 'ann'],
  ['that blocked the searcher', 'ann', 'cy'],
] as const)('an account %s and its items are not found', async (_, blocker, blocked) => {
  const id = await cook(cast.ann, { name: 'Jam' });
  await block(cast[blocker], cast[blocked]);
  expect(await ids('recipes', cast.cy, 'jam')).toEqual([]);
  expect(await names(cast.cy, 'ann')).toEqual([]);
  expect(await ids('recipes', cast.bo, 'jam')).toEqual([id]);
  expect(await names(cast.cy, '@ann')).toEqual(blocker === 'cy' ? ['ann'] : []);
});

test('accounts are found by name prefixes', async () => {
  await as(cast.ann).patch('/accounts/me', { name: "Ann O'Hara-Baker" });
  for (const query of ['ann', 'an', 'bak', 'hara ann', 'ANN', "a'); --", 'ann@']) {
    expect([query, await names(cast.bo, query)]).toEqual([query, ['ann']]);
  }
  expect(await names(cast.bo, 'aker')).toEqual([]);
  expect(await names(cast.bo, '@ann@cook.example')).toEqual(['ann']);
  expect(await names(cast.bo, '@ANN')).toEqual(['ann']);
  expect(await names(cast.bo, '@an')).toEqual([]);
  expect(await names(cast.bo, 'ann', '&type=recipe')).toEqual([]);
});

test('an account that opted out of search is found by its full address only', async () => {
  await as(cast.ann).patch('/accounts/me', { discoverable: false, indexable: false });
  const status = await post(cast.ann, 'Jam');
  expect([await names(cast.bo, 'ann'), await names(cast.bo, '@ann')]).toEqual([[], ['ann']]);
  expect(await ids('statuses', cast.bo, 'jam')).toEqual([]);
  expect(await ids('statuses', cast.ann, 'jam')).toEqual([status]);
  await as(cast.ann).patch('/accounts/me', { discoverable: true, indexable: true });
});

test('an item is found by its URL if the viewer can see it', async () => {
  const { id, url, uri } = (await as(cast.ann).post('/recipes', { name: 'Jam', visibility: 'unlisted' })).body;
  expect([await ids('recipes', cast.bo, url), await ids('recipes', cast.bo, uri)]).toEqual([[id], [id]]);
  expect(await names(cast.bo, 'https://cook.example/@ann')).toEqual(['ann']);
  await as(cast.ann).patch(`/recipes/${id}`, { visibility: 'private' });
  expect(await ids('recipes', cast.bo, url, '&resolve=true')).toEqual([]);
});

/** A search that waits for another server, and the job that it waits for. */
const resolving = (...asked: Parameters<typeof find>) => withWorkers(() => find(asked[0], asked[1], '&resolve=true'));

test('an address or URL is resolved on its server if requested', async () => {
  const bob = remote.actor('bob', { url: remote.iri('/@bob') });
  const note = remote.note(bob, { url: remote.iri('/@bob/1') });
  remote.serve(remote.iri('/@bob/1'), () => note);

  expect(await find(cast.bo, `@${bob.handle}`)).toMatchObject({ accounts: [] });
  expect(remote.requestedUrls).toEqual([]);
  expect((await resolving(cast.bo, `@${bob.handle}`)).accounts).toMatchObject([{ username: 'bob', uri: bob.iri }]);
  expect((await resolving(cast.bo, remote.iri('/@bob/1'))).statuses).toMatchObject([{ uri: note.id }]);
  expect((await find(cast.bo, note.id)).statuses).toHaveLength(1);
});

test.each([
  'acct:bob@{host}',
  '@bob@{host}.',
  '!bob@{host}',
  '＠bob＠{host}',
  'https://third.example/@bob@{host}',
  'https://cook.example/@bob@{host}/',
  '{host}/@bob',
  'web+ap://{host}/@bob',
  'HTTPS://{host}:443/@bob',
])('an account is found by %s', async (form) => {
  const bob = remote.actor('bob', { url: remote.iri('/@bob') });
  remote.serve(remote.iri('/@bob'), () => bob.json);
  const text = form.replace('{host}', remote.host);
  expect((await resolving(cast.bo, text)).accounts).toMatchObject([{ uri: bob.iri }]);
});

test.each([
  'https://cook.example/@ann/',
  'https://cook.example/@ann?x#y',
  'https://cook.example/%40ann',
  'cook.example/@ann',
])('a member is found by %s', async (url) => {
  expect(await names(cast.bo, url)).toEqual(['ann']);
});

test('an account is found by the URL of its profile', async () => {
  const bob = remote.actor('bob', { url: remote.iri('/@bob') });
  remote.serve(remote.iri('/@bob'), () => bob.json);
  expect((await resolving(cast.bo, remote.iri('/@bob'))).accounts).toMatchObject([{ uri: bob.iri }]);
});

test('a query without a match returns nothing', async () => {
  expect(await resolving(cast.bo, remote.iri('/nothing'))).toEqual(Object.fromEntries(kinds.map((kind) => [kind, []])));
  expect((await find(cast.bo, '@nobody@localhost', '&resolve=1')).accounts).toEqual([]);
  expect((await find(cast.bo, 'https://cook.example/users/999999', '&resolve=1')).accounts).toEqual([]);
});

test.each([
  '',
  '?q=',
  '?q=%20',
  '?q=a%00b',
  `?q=${'x'.repeat(201)}`,
  '?q=a&type=cake',
  '?q=a&resolve=perhaps',
  '?q=a&limit=0',
])('the query "%s" is refused', async (query) => {
  expect((await as(cast.bo).get(`/search${query}`)).status).toBe(422);
});

test('search operators have no special meaning', async () => {
  for (const text of [
    '!!!',
    '& | !',
    "'",
    '\\',
    ':*',
    '((((',
    '"unclosed',
    '<->',
    '%_',
    '🍕',
    'or',
    'the',
    `${'a '.repeat(100)}`,
  ]) {
    expect([text, (await as(cast.bo).get(`/search?q=${encodeURIComponent(text)}`)).status]).toEqual([text, 200]);
  }
});

test('search requires a login', async () => {
  expect((await anyone.get('/search?q=jam')).status).toBe(401);
});
