/** Generates requests to paths outside the API: pages, OAuth and federation. */
import fc from 'fast-check';
import { testApp } from '../support/as.ts';
import { contentType, headers } from './hostile-headers.ts';
import { json, objectOf, rawBody, segment, word } from './hostile-values.ts';
import { client, fixture, type TestRequest, token } from './random-requests.ts';

/** All paths outside the API: mounted routes, and paths that other servers request. */
export function addressesBeside(): { method: string; path: string }[] {
  const mounted = testApp()
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
  const all = [...mounted, ...federated].map(({ method, path }) => [`${method} ${path}`, { method, path }] as const);
  return [...new Map(all).values()];
}

const parameterNames = [
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
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'grant_type',
  'code',
  'code_verifier',
  'refresh_token',
  'client_secret',
  'name',
  'password',
  'form_token',
  'decision',
  'redirect_uris',
  'client_name',
  'client_uri',
  'token_endpoint_auth_method',
  'grant_types',
];

/** Parameters that pass the first validation. */
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

export function requestsBeside({ method, path }: { method: string; path: string }): fc.Arbitrary<TestRequest> {
  const { owner } = fixture.people;
  const thing = fixture.things[0]!;
  const fill = fc.oneof(
    segment,
    fc.constantFrom('ann', '@ann', String(owner.id), String(thing.id), thing.medium.key, 'small', 'recipes', 'likes'),
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
      session: fc.constantFrom('', fixture.cookies.owner, '__Host-session=pls_x; __Host-form=x'),
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
