/** Who may do what: every operation of the route table, by scope and by standing, against the contract. */
import { beforeAll, describe, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { scopes } from '../../src/domain/tokens.ts';
import { routes } from '../../src/http/api/index.ts';
import type { Route } from '../../src/http/route.ts';
import { useDatabase } from '../support/database-connection.ts';
import { type Call, inEarnest, isOpen, openCounter, promised, whole } from './asking.ts';
import { callOf, kindOf, nameOf, nounsOf, type Subject } from './calls.ts';
import { contract } from './contract.ts';
import {
  type Kitchen,
  maySee,
  type Name,
  names,
  setUpKitchen,
  type Thing,
  type Viewer,
  viewers,
} from './kitchen.ts';
import { changed, restore, type Stock, stock, takeStock } from './stock.ts';

useDatabase();
let kitchen: Kitchen;
let kept: Stock;
let call: Call;

beforeAll(async () => {
  kitchen = await setUpKitchen();
  call = await openCounter(kitchen);
  kept = await takeStock();
});

const nowhere = 900_000_001;
const missing = { kind: 'recipe', id: nowhere, slug: 'no-such-recipe' } as const;

const subjectOf = (thing: Thing): Subject => ({
  account: kitchen.people[thing.author].id,
  item: thing,
  medium: thing.medium.id,
  collection: collectionOf(thing.author),
  import: kitchen.import,
});
const collectionOf = (name: Name) => kitchen.collections.find(({ owner }) => owner === name)!.id;
const thingsFor = (route: Route): Thing[] =>
  kitchen.things.filter(({ author, kind }) => author === 'owner' && kind === kindOf(route));
const publicThing = (route: Route): Thing =>
  kitchen.things.find(({ kind, shown }) => kind === (kindOf(route) ?? 'recipe') && shown === 'public')!;

const nothingChanged = async () => expect(changed(kept, await stock())).toEqual([]);

test('the contract’s operations are all there, with their scopes and answers', () => {
  const mounted = routes.map(({ scope, status, method, path }) =>
    [scope, status, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '{}')].join(' '),
  );
  const wanted = contract.map(({ scope, status, method, path }) => [scope, status, method, path].join(' '));
  expect(wanted.filter((line) => !mounted.includes(line))).toEqual([]);
});

test('what writes needs a scope that writes, what changes or deletes an item is its owner’s', () => {
  for (const route of routes) {
    if (route.method !== 'get')
      expect([nameOf(route), route.scope]).toContainEqual(expect.stringMatching(/write$/));
    const isOfOwner = ['put', 'patch'].includes(route.method) || /\}(\/publish)?$/.test(route.path);
    if (route.method !== 'get' && isOfOwner && !/^\/collections\/\{\w+\}\/items/.test(route.path)) {
      expect([nameOf(route), isOpen(route)]).toEqual([nameOf(route), false]);
    }
  }
});

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  const nouns = nounsOf(route);

  test('opens to its scope and to no other', async () => {
    const subject = { ...subjectOf(publicThing(route)), collection: collectionOf('owner') };
    if (!nouns.includes('slug')) subject.account = kitchen.requester.id;
    const { scope: needed } = route;
    if (needed === 'public') {
      for (const scope of scopes)
        expect((await call(route, subject, 'owner', scope)).status).toBe(route.status);
      expect((await call(route, subject, null)).status).toBe(route.status);
      return nothingChanged();
    }

    const nobody = await call(route, subject, null);
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthorized']);
    expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer .*scope="/);
    for (const scope of scopes.filter((each) => each !== needed)) {
      const refused = await call(route, subject, 'owner', scope);
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
      expect(refused.headers.get('www-authenticate')).toContain(
        `error="insufficient_scope", scope="${needed}"`,
      );
    }
    await nothingChanged();
    const opened = await inEarnest(call)(route, subject, 'owner', needed);
    const { madeUp } = callOf(route, subject);
    expect(madeUp ? [route.status, 422] : [route.status]).toContain(opened.status);
    if (route.method !== 'get') await restore(kept);
  });

  if (route.scope === 'public' && kindOf(route))
    test('shows more to its optional scope alone', async () => {
      const thing = thingsFor(route).find(({ shown }) => shown === 'private')!;
      const seen = whole(await call(route, subjectOf(thing), null));
      expect(seen.status).toBe(404);
      for (const scope of scopes) {
        const answer = await call(route, subjectOf(thing), 'follower', scope);
        if (scope === (route.optionalScope ?? 'read')) expect(answer.status).toBe(route.status);
        else expect(answer.status).toBe(404);
      }
    });

  if (kindOf(route))
    test('is done by whoever may, and is not there for whoever may not see', async () => {
      const allowed: [Thing, Viewer][] = [];
      for (const viewer of viewers.filter((each) => each || route.scope === 'public')) {
        const none = { ...subjectOf(publicThing(route)), item: { ...missing, kind: kindOf(route)! } };
        const nothing = whole(await call(route, none, viewer));
        expect(nothing.status).toBe(404);

        for (const thing of thingsFor(route)) {
          if (maySee(viewer, thing) && promised(route, viewer, thing) === route.status) {
            allowed.push([thing, viewer]);
            continue;
          }
          const refused = await call(route, subjectOf(thing), viewer);
          const label = `${viewer} ${thing.shown}`;
          if (!maySee(viewer, thing)) expect({ label, ...whole(refused) }).toEqual({ label, ...nothing });
          else expect([label, refused.status]).toEqual([label, promised(route, viewer, thing)]);
        }
        // Another kind under the id is as good as none.
        const stray = kitchen.things.find(({ kind, shown }) => kind !== kindOf(route) && shown === 'public')!;
        if (!nouns.includes('slug')) {
          const wrong = { ...subjectOf(stray), item: { ...stray, kind: kindOf(route)! } };
          expect(whole(await call(route, wrong, viewer))).toEqual(nothing);
        }
      }
      await nothingChanged();

      // One upload tells as much as all of them.
      for (const [thing, viewer] of route.upload ? allowed.slice(0, 1) : allowed) {
        const { status } = await inEarnest(call)(route, subjectOf(thing), viewer);
        // Not all that is one's own to do makes sense with what few or none may see.
        const isSenseless = viewer === thing.author && !['public', 'unlisted'].includes(thing.shown);
        const well = isSenseless && route.method === 'post' ? [route.status, 422] : [route.status];
        expect(well.map((each) => `${viewer} ${thing.shown} ${each}`)).toContain(
          `${viewer} ${thing.shown} ${status}`,
        );
      }
      if (route.method !== 'get') await restore(kept);
    });

  if (nouns.includes('medium'))
    test('takes a picture of that very item only', async () => {
      const thing = publicThing(route);
      const nothing = whole(await call(route, { ...subjectOf(thing), medium: nowhere }, 'owner'));
      expect(nothing.status).toBe(404);
      for (const medium of [
        ...kitchen.things.filter((each) => each !== thing).map((each) => each.medium.id),
        kitchen.loose.id,
      ]) {
        expect(whole(await call(route, { ...subjectOf(thing), medium }, 'owner'))).toEqual(nothing);
      }
      await nothingChanged();
    });

  if (nouns.includes('collection'))
    test('knows a collection to its owner only', async () => {
      for (const viewer of names.slice(1)) {
        const subject = {
          ...subjectOf(publicThing(route)),
          item: kitchen.things.find(({ author, shown }) => author === 'follower' && shown === 'public')!,
        };
        const nothing = whole(await call(route, { ...subject, collection: nowhere }, viewer));
        expect(nothing.status).toBe(404);
        const collection = collectionOf('owner');
        expect(whole(await call(route, { ...subject, collection }, viewer))).toEqual(nothing);
      }
      await nothingChanged();
    });

  if (nouns.includes('import'))
    test('knows an import to its owner only', async () => {
      const subject = subjectOf(publicThing(route));
      for (const viewer of names.slice(1)) {
        const nothing = whole(await call(route, { ...subject, import: nowhere }, viewer));
        expect(nothing.status).toBe(404);
        expect(whole(await call(route, subject, viewer))).toEqual(nothing);
      }
      await nothingChanged();
    });

  if (nouns.includes('collection') && nouns.includes('item'))
    test('takes what its owner may see only', async () => {
      const subject = subjectOf(publicThing(route));
      for (const viewer of names.filter((name) => name !== 'owner')) {
        const own = { ...subject, collection: collectionOf(viewer) };
        const nothing = whole(await call(route, { ...own, item: missing }, viewer));
        expect(nothing.status).toBe(404);
        if (route.method !== 'post') continue;
        for (const thing of kitchen.things.filter(
          (each) => !maySee(viewer, each) && each.kind === 'recipe',
        )) {
          expect(whole(await call(route, { ...own, item: thing }, viewer))).toEqual(nothing);
        }
      }
      await nothingChanged();
    });

  if (nouns.join() === 'account')
    test('does not reach over a block', async () => {
      const subject = { ...subjectOf(publicThing(route)), account: kitchen.people.owner.id };
      const isAccount = /^\/accounts\/\{\w+\}$/.test(route.path);
      for (const viewer of ['blocked', 'blocker'] as const) {
        const nothing = whole(await call(route, { ...subject, account: nowhere }, viewer));
        expect(nothing.status).toBe(404);
        const answer = await call(route, subject, viewer);
        if (route.method === 'get' && !isAccount) expect(whole(answer)).toEqual(nothing);
        if (route.path.endsWith('/follow') && route.method === 'post') expect(answer.status).toBe(403);

        // What others want of an account is theirs to want; its own blocks and requests stay as they are.
        const { rows } = await pool().query(
          `SELECT (SELECT count(*)::int FROM block WHERE blocker_id = $1) AS blocks,
           (SELECT count(*)::int FROM follow_request WHERE target_id = $1) AS requests,
           (SELECT count(*)::int FROM follow WHERE followee_id = $1) AS followers`,
          [kitchen.people.owner.id],
        );
        expect(rows).toEqual([{ blocks: 1, requests: 1, followers: 1 }]);
        if (route.method !== 'get') await restore(kept);
      }
    });
});
