/** Generates hostile requests to each API operation, random ones and known bad ones. */
import fc from 'fast-check';
import type { Route } from '../../src/http/route.ts';
import { callOf, kindOf, propertiesOf } from './calls.ts';
import { contentType, headers } from './hostile-headers.ts';
import { hostileSegments, hostileValues, json, objectOf, queryOf, rawBody, segment } from './hostile-values.ts';
import { fixture, isItself, type TestRequest, token } from './random-requests.ts';

/** Requests to one operation with a path, query and body that are partly or entirely wrong. */
export function requestsTo(route: Route): fc.Arbitrary<TestRequest> {
  const called = callOf(route, subjectOf(route));
  const [known = '', knownQuery = ''] = called.path.split('?');
  const parameters = [...route.path.matchAll(/\{\w+\}/g)].length;

  const defaults = route.upload ? 'multipart/form-data; boundary=x' : 'application/json';
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
      type: fc.oneof({ weight: 3, arbitrary: fc.constant(defaults) }, contentType),
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

/** Sets every parameter and key in turn to each of the worst values; the rest stays valid. */
export function hostileRequests(route: Route): TestRequest[] {
  const called = callOf(route, subjectOf(route));
  const [known = '', knownQuery = ''] = called.path.split('?');
  const names = route.body && !route.upload ? Object.keys(propertiesOf(route.body)) : [];
  const queries = route.query ? Object.keys(propertiesOf(route.query)) : [];
  const to = (path: string, body: TestRequest['body'] = JSON.stringify(called.body ?? {})): TestRequest => ({
    method: route.method.toUpperCase(),
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: route.body ? body : null,
  });

  const whole = Object.entries(called.body ?? {}).filter(([, value]) => value !== undefined);
  const spoilt = names.flatMap((name) =>
    hostileValues.map((wrong) =>
      objectOf([
        ...whole
          .filter(([key]) => key !== name)
          .map(([key, value]) => [key, JSON.stringify(value)] as [string, string]),
        [name, wrong],
      ]),
    ),
  );
  return [
    ...hostileSegments.flatMap((wrong) =>
      [...route.path.matchAll(/\{\w+\}/g)].map((_, index) => {
        const parts = known.split('/');
        const at = route.path.split('/').flatMap((part, place) => (part.startsWith('{') ? [place] : []));
        parts[at[index]!] = wrong;
        return to(`${parts.join('/')}${knownQuery && '?'}${knownQuery}`);
      }),
    ),
    ...queries.flatMap((name) => hostileSegments.map((wrong) => to(`${known}?${name}=${wrong}`))),
    ...spoilt.map((body) => to(called.path, body)),
  ].filter(isItself);
}

function subjectOf(route: Route) {
  const kind = kindOf(route) ?? 'recipe';
  const item = fixture.things.find((thing) => thing.kind === kind && thing.shown === 'public')!;
  const collection = fixture.collections[0]!.id;
  return {
    account: fixture.requester.id,
    item,
    medium: item.medium.id,
    collection,
    import: fixture.import,
    upload: fixture.upload,
    line: fixture.line,
    filter: fixture.filter,
    decision: fixture.decision,
  };
}

/** Mostly valid, with one or two wrong keys. */
function bodiesOf(route: Route, good: Record<string, unknown> | null): fc.Arbitrary<TestRequest['body']> {
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
      return objectOf([...right.map(([key, value]) => [key, JSON.stringify(value)] as [string, string]), ...wrong]);
    });
  const root = fc.constantFrom('recipe', 'preparation', 'baking', 'status', 'collection', 'media', 'account');
  return fc.oneof(
    { weight: 6, arbitrary: spoilt },
    { weight: 2, arbitrary: fc.tuple(root, spoilt).map(([key, body]) => objectOf([[key, body]])) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: rawBody },
  );
}
