/** Calls every operation as each kind of viewer, and says which status the contract expects. */
import { createToken, type Scope, scopes } from '../../src/domain/access/tokens.ts';
import type { Route } from '../../src/http/route.ts';
import { type ApiResponse, request } from '../support/as.ts';
import { picture } from '../support/pictures.ts';
import { withWorkers } from '../support/with-workers.ts';
import { callOf, type Subject } from './calls.ts';
import { type Fixture, names, type Thing, type Viewer } from './fixture.ts';

/** Calls an operation as this viewer, with one scope or with all. */
export type Call = (route: Route, subject: Subject, viewer: Viewer, scope?: Scope) => Promise<ApiResponse>;

/** Creates the tokens of all viewers. */
export async function createCaller({ people }: Fixture): Promise<Call> {
  const file = new Uint8Array(await picture(8, 8).png().toBuffer());
  const tokens = new Map<string, string>();
  for (const name of names) {
    const accountId = people[name].id;
    tokens.set(name, await createToken({ accountId, scopes }));
    for (const scope of scopes) tokens.set(`${name} ${scope}`, await createToken({ accountId, scopes: [scope] }));
  }

  return async (route, subject, viewer, scope) => {
    const { path, body } = callOf(route, subject);
    const token = viewer && tokens.get(scope ? `${viewer} ${scope}` : viewer);
    const form = new FormData();
    const soup = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['water'] });
    const sent = route.upload === 'import' ? soup : file;
    if (route.upload) form.set(`${route.upload}[file]`, new Blob([sent]), 'photo.png');
    return request(route.method.toUpperCase(), path, {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(route.octets && { body: 'PK' }),
      ...(route.upload ? { body: form } : body && { body: JSON.stringify(body) }),
    });
  };
}

/** Runs workers during uploads, because an upload waits for them. */
export const withWorkersForUploads =
  (call: Call): Call =>
  (route, ...rest) =>
    route.upload ? withWorkers(() => call(route, ...rest)) : call(route, ...rest);

/** The part of a response that must be equal when two cases must be indistinguishable. */
export const comparablePart = ({ status, headers, text }: ApiResponse) => ({
  status,
  headers: [...headers].filter(([name]) => !/^date$|ratelimit|request-id/.test(name)),
  text,
});

export const isAllowedToAll = ({ rule }: Route) =>
  /^(anyone|any account|the account that (liked|boosted))\b/.test(rule);
const isBoost = ({ method, path }: Route) => method === 'post' && path.endsWith('/boost');
const isLike = ({ method, path }: Route) => method === 'post' && path.endsWith('/like');

/** The status expected for a viewer who can see the item. */
export function expectedStatus(route: Route, viewer: Viewer, { author, shown }: Thing): number {
  if (route.method === 'get') return route.status;
  if (!isAllowedToAll(route)) return viewer === author ? route.status : 403;
  if (shown === 'draft' && (isBoost(route) || isLike(route))) return 422;
  if (isBoost(route) && (shown === 'direct' || (shown === 'private' && viewer !== author))) return 403;
  return route.status;
}
