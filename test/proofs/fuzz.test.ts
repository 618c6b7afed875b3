/**
 * Whatever is sent to any address of ours, the answer is no 5xx, comes soon, says what is wrong in the documented form,
 * and what was refused has written nothing. FUZZ_SEED and FUZZ_RUNS try other requests, and more of them.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerClient } from '../../src/domain/oauth/clients.ts';
import { routes } from '../../src/http/api/index.ts';
import { errorsShape } from '../../src/http/openapi/failures.ts';
import type { Route } from '../../src/http/route.ts';
import { theApp, tokenOf } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { elsewhereAt } from '../support/elsewhere.ts';
import { callOf, kindOf, nameOf, propertiesOf } from './calls.ts';
import { type Kitchen, setUpKitchen } from './kitchen.ts';
import {
  contentType,
  headers,
  json,
  objectOf,
  queryOf,
  rawBody,
  segment,
  word,
  worstSegments,
  worstValues,
} from './nasty.ts';
import { changed, restore, type Stock, stock, takeStock } from './stock.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const runs = Number(process.env.FUZZ_RUNS ?? 20);

useDatabase();
let kitchen: Kitchen;
let kept: Stock;
let token: string;
let client: string;
beforeAll(async () => {
  elsewhereAt();
  kitchen = await setUpKitchen();
  token = await tokenOf(kitchen.people.owner);
  const redirectUris = ['https://app.example/back'];
  ({
    client: { id: client },
  } = await registerClient({ name: 'App', website: null, redirectUris, confidential: false }));
  kept = await takeStock();
});

interface Sent {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

interface Got {
  status: number;
  headers: Headers;
  text: string;
}

async function send({ method, path, headers: given, body }: Sent): Promise<Got> {
  const bodied = body !== null && method !== 'GET' && method !== 'HEAD';
  const init = { method, headers: given, ...(bodied && { body }) };
  const response = await theApp().request(`https://cook.example${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const patience = 1_000;

/** The answer, which must come soon: on a busy machine at one of several attempts. */
async function sendInTime(sent: Sent): Promise<Got> {
  let fastest = Number.POSITIVE_INFINITY;
  let got: Got | undefined;
  for (let attempt = 0; attempt < 4 && fastest > patience; attempt += 1) {
    const started = performance.now();
    got = await send(sent);
    fastest = Math.min(fastest, performance.now() - started);
  }
  expect(fastest).toBeLessThan(patience);
  return got!;
}

/** Tries requests; those refused are sent once more, to an untouched database, and leave it so. */
async function storm(
  arbitrary: fc.Arbitrary<Sent>,
  check: (got: Got) => void,
  { numRuns = runs, always = [] as Sent[] } = {},
): Promise<void> {
  const refused: Sent[] = [];
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sent) => {
      const got = await sendInTime(sent);
      check(got);
      if (got.status >= 400) refused.push(sent);
    }),
    { numRuns: numRuns + always.length, seed, examples: always.map((sent) => [sent]) },
  );

  if (changed(kept, await stock()).length === 0) return;
  await restore(kept);
  for (const sent of refused) {
    const { status } = await send(sent);
    // What others before it had changed made the difference.
    if (status < 400) await restore(kept);
  }
  expect(changed(kept, await stock())).toEqual([]);
}

function checkApi({ status, headers: given, text }: Got): void {
  expect(status).toBeLessThan(500);
  expect(given.get('x-content-type-options')).toBe('nosniff');
  if (status < 400) return;
  expect(given.get('content-type')).toBe('application/json');
  expect(errorsShape.strict().parse(JSON.parse(text)).errors).not.toEqual({});
}

/** `/recipes/..` is another path by the time it is sent, and the answer another one's. */
const isItself = ({ path }: Sent): boolean => {
  const pathname = path.split('?')[0]!;
  return new URL(`https://cook.example${path}`).pathname === pathname;
};

/** Of one operation: the path, query and body it takes, each with something wrong in it or wholly so. */
function requestsTo(route: Route): fc.Arbitrary<Sent> {
  const called = callOf(route, subjectOf(route));
  const [known = '', knownQuery = ''] = called.path.split('?');
  const parameters = [...route.path.matchAll(/\{\w+\}/g)].length;

  const usual = route.upload ? 'multipart/form-data; boundary=x' : 'application/json';
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constant(known) },
    {
      weight: parameters > 0 ? 2 : 0,
      arbitrary: fc.array(segment, { minLength: 2, maxLength: 2 }).map((parts) => {
        const waiting = [...parts];
        return route.path.replaceAll(/\{\w+\}/g, () => waiting.pop() || '0');
      }),
    },
  );
  const query = fc.oneof(
    { weight: 2, arbitrary: fc.constant(knownQuery) },
    { weight: 3, arbitrary: queryOf(Object.keys(route.query ? propertiesOf(route.query) : {})) },
  );
  return fc
    .record({
      path,
      query,
      given: headers,
      type: fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, contentType),
      body: bodiesOf(route, called.body),
      authorization: fc.oneof(
        { weight: 8, arbitrary: fc.constant(`Bearer ${token}`) },
        fc.constantFrom('', 'Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'x'.repeat(2_000)}`),
      ),
    })
    .map(({ path: chosen, query: search, given, type, body, authorization }) => ({
      method: route.method.toUpperCase(),
      path: `/api/v1${chosen}${search && '?'}${search}`,
      headers: {
        ...given,
        ...(type && { 'content-type': type }),
        ...(authorization && { authorization }),
      },
      body: route.body ? body : null,
    }))
    .filter(isItself);
}

/** Every parameter and key in turn with each of the worst values, the rest as it should be. */
function worstOf(route: Route): Sent[] {
  const called = callOf(route, subjectOf(route));
  const [known = '', knownQuery = ''] = called.path.split('?');
  const names = route.body && !route.upload ? Object.keys(propertiesOf(route.body)) : [];
  const queries = route.query ? Object.keys(propertiesOf(route.query)) : [];
  const to = (path: string, body: Sent['body'] = JSON.stringify(called.body ?? {})): Sent => ({
    method: route.method.toUpperCase(),
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: route.body ? body : null,
  });

  const whole = Object.entries(called.body ?? {}).filter(([, value]) => value !== undefined);
  const spoilt = names.flatMap((name) =>
    worstValues.map((wrong) =>
      objectOf([
        ...whole
          .filter(([key]) => key !== name)
          .map(([key, value]) => [key, JSON.stringify(value)] as [string, string]),
        [name, wrong],
      ]),
    ),
  );
  return [
    ...worstSegments.flatMap((wrong) =>
      [...route.path.matchAll(/\{\w+\}/g)].map((_, index) => {
        const parts = known.split('/');
        const at = route.path.split('/').flatMap((part, place) => (part.startsWith('{') ? [place] : []));
        parts[at[index]!] = wrong;
        return to(`${parts.join('/')}${knownQuery && '?'}${knownQuery}`);
      }),
    ),
    ...queries.flatMap((name) => worstSegments.map((wrong) => to(`${known}?${name}=${wrong}`))),
    ...spoilt.map((body) => to(called.path, body)),
  ].filter(isItself);
}

function subjectOf(route: Route) {
  const kind = kindOf(route) ?? 'recipe';
  const item = kitchen.things.find((thing) => thing.kind === kind && thing.shown === 'public')!;
  const collection = kitchen.collections[0]!.id;
  return { account: kitchen.requester.id, item, medium: item.medium.id, collection, import: kitchen.import };
}

/** Mostly whole but for a key or two. */
function bodiesOf(route: Route, good: Record<string, unknown> | null): fc.Arbitrary<Sent['body']> {
  const names = route.body ? Object.keys(propertiesOf(route.body)) : [];
  if (names.length === 0 || route.upload) return fc.oneof(rawBody, json);
  const whole = Object.entries(good ?? {}).filter(([, value]) => value !== undefined);
  const spoilt = fc
    .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'id', 'account'), json), {
      minLength: 1,
      maxLength: 2,
    })
    .map((wrong) => {
      const right = whole.filter(([key]) => !wrong.some(([name]) => name === key));
      return objectOf([
        ...right.map(([key, value]) => [key, JSON.stringify(value)] as [string, string]),
        ...wrong,
      ]);
    });
  const root = fc.constantFrom('recipe', 'preparation', 'baking', 'status', 'collection', 'media', 'account');
  return fc.oneof(
    { weight: 6, arbitrary: spoilt },
    { weight: 2, arbitrary: fc.tuple(root, spoilt).map(([key, body]) => objectOf([[key, body]])) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: rawBody },
  );
}

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  test('stands whatever is sent', async () => {
    await storm(requestsTo(route), checkApi, { always: worstOf(route) });
  });

  if (route.body && !route.upload) {
    test('answers a mebibyte of anything soon', async () => {
      const names = Object.keys(propertiesOf(route.body!));
      for (const filling of ['a', '- ', '1/2 (', '[](', '@a ']) {
        const size = Math.floor(1_000_000 / names.length / filling.length);
        const long = JSON.stringify(filling.repeat(size));
        for (const wrong of [long, `[${long}]`]) {
          const got = await sendInTime({
            method: route.method.toUpperCase(),
            path: `/api/v1${route.path.replaceAll(/\{\w+\}/g, '1')}`,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: objectOf(names.map((name) => [name, wrong])),
          });
          checkApi(got);
        }
      }
      await restore(kept);
    });
  }
});

test('a body with one key gone wrong names that key or what is inside it', async () => {
  const whole = {
    name: '"Soup"',
    serving: '2',
    tags: '["a"]',
    ingredients: '[{"name":"salt"}]',
    steps: '[{"content":"Stir"}]',
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(whole)), json, async (key, wrong) => {
      const { status, text } = await send({
        method: 'POST',
        path: '/api/v1/recipes',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: objectOf([['recipe', objectOf(Object.entries({ ...whole, [key]: wrong }))]]),
      });
      expect([201, 422]).toContain(status);
      if (status === 201) return;
      for (const name of Object.keys(JSON.parse(text).errors)) expect(name.startsWith(key)).toBe(true);
    }),
    { numRuns: 100, seed },
  );
  await restore(kept);
});

/** Everything beside the API: what is mounted, and what other servers ask for. */
function elsewhere(): { method: string; path: string }[] {
  const mounted = theApp()
    .routes.filter(({ path }) => !path.startsWith('/api/v1') && path.length > 2)
    .flatMap(({ method, path }) =>
      (method === 'ALL' ? ['GET', 'POST', 'PUT'] : [method]).map((each) => ({ method: each, path })),
    );
  const federated = [
    '/inbox',
    '/.well-known/webfinger',
    '/.well-known/nodeinfo',
    '/.well-known/host-meta',
    '/.well-known/:name',
    '/nodeinfo/2.1',
    '/users/:id',
    ...['inbox', 'outbox', 'followers', 'following', 'featured'].map((name) => `/users/:id/${name}`),
    ...['recipes', 'statuses'].flatMap((folder) => [
      `/users/:id/${folder}/:item`,
      `/users/:id/${folder}/:item/:around`,
    ]),
    '/users/:id/activities/:uuid',
    '/@:name',
    '/@:name/recipes/:slug',
    '/@:name/bakings/:item',
    '/:anything/:more',
  ].flatMap((path) => [
    { method: 'GET', path },
    { method: 'POST', path },
  ]);
  const all = [...mounted, ...federated].map(
    ({ method, path }) => [`${method} ${path}`, { method, path }] as const,
  );
  return [...new Map(all).values()];
}

const parameterNames = [
  ...[
    'q',
    'resource',
    'page',
    'before',
    'after',
    'max_id',
    'min_id',
    'next',
    'token',
    'serving',
    'visibility',
  ],
  ...[
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ],
  ...[
    'grant_type',
    'code',
    'code_verifier',
    'refresh_token',
    'client_secret',
    'name',
    'password',
    'form_token',
  ],
  ...['decision', 'redirect_uris', 'client_name', 'client_uri', 'token_endpoint_auth_method', 'grant_types'],
];

/** What gets a request past the first check. */
const sensible = () =>
  fc.constantFrom<[string, string]>(
    ['client_id', client],
    ['redirect_uri', 'https%3A%2F%2Fapp.example%2Fback'],
    ['response_type', 'code'],
    ['scope', 'read'],
    ['code_challenge_method', 'S256'],
    ['grant_type', 'authorization_code'],
    ['grant_type', 'refresh_token'],
    ['page', 'true'],
    ['resource', 'acct:ann@cook.example'],
  );

function requestsBeside({ method, path }: { method: string; path: string }): fc.Arbitrary<Sent> {
  const { owner } = kitchen.people;
  const thing = kitchen.things[0]!;
  const fill = fc.oneof(
    segment,
    fc.constantFrom(
      'ann',
      '@ann',
      String(owner.id),
      String(thing.id),
      thing.medium.key,
      'small',
      'recipes',
      'likes',
    ),
  );
  const parameters = fc
    .array(fc.oneof(sensible(), fc.tuple(fc.constantFrom(...parameterNames), segment)), { maxLength: 8 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
  const entries = fc.array(fc.tuple(fc.constantFrom(...parameterNames), json), { maxLength: 5 });
  const activity = fc
    .array(fc.tuple(fc.constantFrom('@context', 'id', 'type', 'actor', 'object', 'to', 'x'), json), {
      maxLength: 6,
    })
    .map(objectOf);
  return fc
    .record({
      parts: fc.array(fill, { minLength: 4, maxLength: 4 }),
      query: fc.oneof(fc.constant(''), parameters),
      given: headers,
      type: contentType,
      body: fc.oneof(parameters, entries.map(objectOf), activity, rawBody),
      isForm: fc.boolean(),
      session: fc.constantFrom('', kitchen.cookies.owner, '__Host-session=pls_x; __Host-form=x'),
      authorization: fc.constantFrom('', '', `Bearer ${token}`, 'Basic eDp5', 'Basic !', 'Basic'),
      text: word,
    })
    .map(({ parts, query, given, type, body, isForm, session, authorization, text }) => {
      const waiting = [...parts];
      const filled = path.replaceAll(/:\w+(?:\{[^}]*\})?|\*/g, () => waiting.pop() || 'x');
      return {
        method,
        path: `${filled.startsWith('/') ? '' : '/'}${filled}${query && '?'}${query}`,
        headers: {
          origin: 'https://cook.example',
          ...given,
          'content-type': isForm ? 'application/x-www-form-urlencoded' : type,
          'user-agent': /^[\x20-\x7e]*$/.test(text) ? text : 'x',
          ...(session && { cookie: session }),
          ...(authorization && { authorization }),
        },
        body,
      };
    });
}

test('beside the API, too, nothing that is sent makes the server fail', async () => {
  for (const address of elsewhere()) {
    await storm(
      requestsBeside(address),
      ({ status }) => {
        expect([`${address.method} ${address.path}`, status < 500]).toEqual([
          `${address.method} ${address.path}`,
          true,
        ]);
      },
      { numRuns: Math.ceil(runs / 2) },
    );
    await restore(kept);
  }
});
