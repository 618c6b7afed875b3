/** How others find an account and this server by its name: WebFinger, host-meta and NodeInfo. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { ensureInstanceActor, register } from '../../src/domain/accounts/register.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { markDeleted } from '../support/accounts.ts';
import { daysAgo } from '../support/age.ts';
import { useDatabase } from '../support/database-connection.ts';
import { upsertAccount } from '../support/deliveries.ts';

useDatabase();
let ann: Account;

beforeAll(async () => {
  ann = await register({ username: 'ann' });
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  (await handleFederationRequest(new Request(`http://10.0.0.1:3000${path}`, { headers })))!;

const lookUp = (resource: string) =>
  get(`/.well-known/webfinger?${new URLSearchParams({ resource })}`, { host: 'evil.example' });

test.each([
  'acct:ann@cook.example',
  'acct:ANN@Cook.Example',
  'acct:@ann@cook.example',
  'ann@cook.example',
  'acct:ann@cook.example:443',
  'acct:ann%40cook.example',
  'acct%3Aann%40cook.example',
  'acct://ann@cook.example',
  'ACCT:ann@cook.example',
  'https://cook.example/@ann',
  'https://cook.example/@Ann',
  'HTTPS://COOK.EXAMPLE/@ann',
  'http://cook.example/@ann/',
  'https://cook.example/%40ann',
])('%s finds Ann', async (resource) => {
  const response = await lookUp(resource);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch('application/jrd+json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const { subject, links } = (await response.json()) as { subject: string; links: object[] };
  expect(subject).toBe('acct:ann@cook.example');
  expect(links).toContainEqual({ rel: 'self', type: 'application/activity+json', href: ann.iri });
});

test('an actor’s IRI finds its address', async () => {
  expect(await (await lookUp(ann.iri!)).json()).toMatchObject({ subject: 'acct:ann@cook.example' });
});

test('the instance actor can be looked up', async () => {
  const { username } = await ensureInstanceActor();
  expect((await lookUp(`acct:${username}@cook.example`)).status).toBe(200);
});

test.each([
  'acct:nobody@cook.example',
  'acct:ann@elsewhere.example',
  'acct:ann@cook.example@evil.example',
  'acct:ann@cook.example:8443',
  'https://evil.example/@ann',
  'https://cook.example/@ann/recipes',
  'acct:friend@friend.example',
  'mailto:ann@cook.example',
  `acct:${'a'.repeat(100_000)}@cook.example`,
  'acct:ann\u0000@cook.example',
  '::::',
])('%s finds nobody', async (resource) => {
  await upsertAccount('friend', 'friend.example');
  expect((await lookUp(resource)).status).toBe(404);
});

test('a lookup without a resource is a 400', async () => {
  expect((await get('/.well-known/webfinger')).status).toBe(400);
});

test('a deleted account is 410', async () => {
  const zoe = await register({ username: 'zoe' });
  await markDeleted(zoe.id);
  expect((await lookUp('acct:zoe@cook.example')).status).toBe(410);
});

test('host-meta says where WebFinger is', async () => {
  const response = await get('/.well-known/host-meta');
  expect(response.headers.get('content-type')).toMatch('application/xrd+xml');
  expect(await response.text()).toContain('template="https://cook.example/.well-known/webfinger?resource={uri}"');
});

test('NodeInfo states the software and usage', async () => {
  const draft = { content: 'hello', locale: 'en', sensitive: false, spoilerText: '' };
  const first = await createStatus(ann.id, { ...draft, visibility: 'public', inReplyToId: null });
  await createStatus(ann.id, { ...draft, visibility: 'unlisted', inReplyToId: first });
  await createStatus(ann.id, { ...draft, visibility: 'direct', inReplyToId: null });
  await register({ username: 'quiet', password: 'correct horse battery' });
  const [often, seldom] = [await register({ username: 'often' }), await register({ username: 'seldom' })];
  const author = await upsertAccount('zoe', 'elsewhere.example');
  // The newest like is of the oldest item.
  const status = { type: 'status', accountId: author.id, fetchedAt: new Date() } as const;
  const data = Array.from({ length: 31 }, (_, n) => ({ ...status, iri: `https://elsewhere.example/${n}` }));
  const items = await prisma().eventable.createManyAndReturn({ data, select: { id: true } });
  await prisma().like.createMany({
    data: [
      ...items.map(({ id }, n) => ({ accountId: often.id, eventableId: id, createdAt: daysAgo(60 * n) })),
      { accountId: seldom.id, eventableId: items.at(-1)!.id, createdAt: daysAgo(100) },
    ],
  });

  const jrd = (await (await get('/.well-known/nodeinfo')).json()) as {
    links: { rel: string; href: string }[];
  };
  expect(jrd.links).toMatchObject([
    { rel: 'http://nodeinfo.diaspora.software/ns/schema/2.0', href: 'https://cook.example/nodeinfo/2.0' },
    { rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: 'https://cook.example/nodeinfo/2.1' },
  ]);
  const response = await get('/nodeinfo/2.1');
  expect(response.headers.get('content-type')).toMatch('http://nodeinfo.diaspora.software/ns/schema/2.1#');
  const nodeinfo = (await response.json()) as { usage: object };
  expect(nodeinfo).toMatchObject({
    version: '2.1',
    software: { name: 'potluck', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: [] },
    openRegistrations: false,
    metadata: {},
  });
  const users = { activeMonth: 2, activeHalfyear: 3 };
  expect(nodeinfo.usage).toMatchObject({ localPosts: 1, localComments: 1, users });
});
