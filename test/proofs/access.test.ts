/** Checks who may call each operation, by scope and by viewer, against the contract. */
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/api/routes.ts';
import { scopes } from '../../src/domain/access/tokens.ts';
import type { Route } from '../../src/http/route.ts';
import { useDatabase } from '../support/database-connection.ts';
import { stored } from '../support/stored.ts';
import { changed, copyTables, restore, type TableChecksums, tableChecksums } from '../support/table-checksums.ts';
import { sampled } from '../support/test-length.ts';
import {
  type Call,
  comparablePart,
  createCaller,
  expectedStatus,
  isAllowedToAll,
  withWorkersForUploads,
} from './call-operation.ts';
import { callOf, kindOf, nameOf, nounsOf, type Subject } from './calls.ts';
import { contract } from './contract.ts';
import { createFixture, type Fixture, maySee, type Name, names, type Thing, type Viewer, viewers } from './fixture.ts';

useDatabase();
let fixture: Fixture;
let kept: TableChecksums;
let call: Call;

beforeAll(async () => {
  fixture = await createFixture();
  call = await createCaller(fixture);
  kept = await copyTables();
});

const nowhere = 900_000_001;
const missing = { kind: 'recipe', id: nowhere, slug: 'no-such-recipe' } as const;

const subjectOf = (thing: Thing): Subject => ({
  account: fixture.people[thing.author].id,
  item: thing,
  medium: thing.medium.id,
  collection: collectionOf(thing.author),
  shared: fixture.shared,
  import: fixture.import,
  upload: fixture.upload,
  line: fixture.line,
  filter: fixture.filter,
  decision: fixture.decision,
});
const collectionOf = (name: Name) => fixture.collections.find(({ owner }) => owner === name)!.id;
const thingsFor = (route: Route): Thing[] =>
  fixture.things.filter(
    ({ author, kind, slug }) =>
      author === 'owner' && kind === kindOf(route) && (slug !== null || !nounsOf(route).includes('slug')),
  );
const publicThing = (route: Route): Thing =>
  fixture.things.find(({ kind, shown }) => kind === (kindOf(route) ?? 'recipe') && shown === 'public')!;

const nothingChanged = async () => expect(changed(kept, await tableChecksums())).toEqual([]);

test('every operation of the contract exists, with its scope and status', () => {
  const mounted = routes.map(({ scope, status, method, path }) =>
    [scope, status, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '{}')].join(' '),
  );
  const wanted = contract.map(({ scope, status, method, path }) => [scope, status, method, path].join(' '));
  expect(wanted.filter((line) => !mounted.includes(line))).toEqual([]);
});

test('a writing operation needs a write scope, and only the owner changes or deletes an item', () => {
  for (const route of routes) {
    if (route.method !== 'get') expect([nameOf(route), route.scope]).toContainEqual(expect.stringMatching(/write$/));
    const isOfOwner = ['put', 'patch'].includes(route.method) || /\}(\/publish)?$/.test(route.path);
    // Entries of a collection and notes are of the caller, not of the author.
    const isOfCaller = /^\/collections\/\{\w+\}\/items|\/note$/.test(route.path);
    if (route.method !== 'get' && isOfOwner && !isOfCaller) {
      expect([nameOf(route), isAllowedToAll(route)]).toEqual([nameOf(route), false]);
    }
  }
});

describe.each(sampled(routes, 9).map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  const nouns = nounsOf(route);

  test('accepts its own scope and no other', async () => {
    const subject = { ...subjectOf(publicThing(route)), collection: collectionOf('owner') };
    if (!nouns.includes('slug')) subject.account = fixture.requester.id;
    const { scope: needed } = route;
    if (needed === 'public') {
      for (const scope of scopes) expect((await call(route, subject, 'owner', scope)).status).toBe(route.status);
      expect((await call(route, subject, null)).status).toBe(route.status);
      return nothingChanged();
    }

    const nobody = await call(route, subject, null);
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthorized']);
    expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer .*scope="/);
    for (const scope of scopes.filter((each) => each !== needed)) {
      const refused = await call(route, subject, 'owner', scope);
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
      expect(refused.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${needed}"`);
    }
    await nothingChanged();
    const opened = await withWorkersForUploads(call)(route, subject, 'owner', needed);
    const { madeUp } = callOf(route, subject);
    // The owner does not follow the account.
    const needsFollow = route.method === 'post' && route.path.endsWith('/hidden_boosts');
    expect(madeUp || needsFollow ? [route.status, 422] : [route.status]).toContain(opened.status);
    if (route.method !== 'get') await restore(kept);
  });

  if (route.scope === 'public' && kindOf(route))
    test('shows more with its optional scope only', async () => {
      const thing = thingsFor(route).find(({ shown }) => shown === 'private')!;
      const seen = comparablePart(await call(route, subjectOf(thing), null));
      expect(seen.status).toBe(404);
      for (const scope of scopes) {
        const response = await call(route, subjectOf(thing), 'follower', scope);
        if (scope === (route.optionalScope ?? 'read')) expect(response.status).toBe(route.status);
        else expect(response.status).toBe(404);
      }
    });

  if (kindOf(route))
    test('succeeds for permitted viewers, and is a 404 for viewers who cannot see the item', async () => {
      const allowed: [Thing, Viewer][] = [];
      for (const viewer of viewers.filter((each) => each || route.scope === 'public')) {
        const none = { ...subjectOf(publicThing(route)), item: { ...missing, kind: kindOf(route)! } };
        const nothing = comparablePart(await call(route, none, viewer));
        expect(nothing.status).toBe(404);

        for (const thing of thingsFor(route)) {
          if (maySee(viewer, thing) && expectedStatus(route, viewer, thing) === route.status) {
            allowed.push([thing, viewer]);
            continue;
          }
          const refused = await call(route, subjectOf(thing), viewer);
          const label = `${viewer} ${thing.shown}`;
          if (!maySee(viewer, thing)) expect({ label, ...comparablePart(refused) }).toEqual({ label, ...nothing });
          else expect([label, refused.status]).toEqual([label, expectedStatus(route, viewer, thing)]);
        }
        // An id of another kind is treated like a missing id.
        const stray = fixture.things.find(({ kind, shown }) => kind !== kindOf(route) && shown === 'public')!;
        if (!nouns.includes('slug')) {
          const wrong = { ...subjectOf(stray), item: { ...stray, kind: kindOf(route)! } };
          expect(comparablePart(await call(route, wrong, viewer))).toEqual(nothing);
        }
      }
      await nothingChanged();

      // One upload proves as much as all of them.
      for (const [thing, viewer] of route.upload ? allowed.slice(0, 1) : allowed) {
        const { status } = await withWorkersForUploads(call)(route, subjectOf(thing), viewer);
        // Some operations make no sense on an item with a limited audience, even for its author.
        const isSenseless = viewer === thing.author && !['public', 'unlisted'].includes(thing.shown);
        const well = isSenseless && route.method === 'post' ? [route.status, 422] : [route.status];
        expect(well.map((each) => `${viewer} ${thing.shown} ${each}`)).toContain(`${viewer} ${thing.shown} ${status}`);
      }
      if (route.method !== 'get') await restore(kept);
    });

  if (nouns.includes('medium'))
    test('accepts only a picture of that item', async () => {
      const thing = publicThing(route);
      const nothing = comparablePart(await call(route, { ...subjectOf(thing), medium: nowhere }, 'owner'));
      expect(nothing.status).toBe(404);
      for (const medium of [
        ...fixture.things.filter((each) => each !== thing).map((each) => each.medium.id),
        fixture.loose.id,
      ]) {
        expect(comparablePart(await call(route, { ...subjectOf(thing), medium }, 'owner'))).toEqual(nothing);
      }
      await nothingChanged();
    });

  if (nouns.includes('collection'))
    test('shows a collection to its owner only', async () => {
      for (const viewer of names.slice(1)) {
        const subject = {
          ...subjectOf(publicThing(route)),
          item: fixture.things.find(({ author, shown }) => author === 'follower' && shown === 'public')!,
        };
        const nothing = comparablePart(await call(route, { ...subject, collection: nowhere }, viewer));
        expect(nothing.status).toBe(404);
        const collection = collectionOf('owner');
        expect(comparablePart(await call(route, { ...subject, collection }, viewer))).toEqual(nothing);
      }
      await nothingChanged();
    });

  if (nouns.some((noun) => ['import', 'upload', 'line', 'decision'].includes(noun)))
    test('shows an import, an upload, a line of a shopping list or a decision to its owner only', async () => {
      const subject = subjectOf(publicThing(route));
      for (const viewer of names.slice(1)) {
        const nothing = comparablePart(
          await call(route, { ...subject, import: nowhere, upload: nowhere, line: nowhere, decision: nowhere }, viewer),
        );
        expect(nothing.status).toBe(404);
        expect(comparablePart(await call(route, subject, viewer))).toEqual(nothing);
      }
      await nothingChanged();
    });

  if (nouns.includes('collection') && nouns.includes('item'))
    test('accepts only items that the owner of the collection can see', async () => {
      const subject = subjectOf(publicThing(route));
      for (const viewer of names.filter((name) => name !== 'owner')) {
        const own = { ...subject, collection: collectionOf(viewer) };
        const nothing = comparablePart(await call(route, { ...own, item: missing }, viewer));
        expect(nothing.status).toBe(404);
        if (route.method !== 'post') continue;
        for (const thing of fixture.things.filter((each) => !maySee(viewer, each) && each.kind === 'recipe')) {
          expect(comparablePart(await call(route, { ...own, item: thing }, viewer))).toEqual(nothing);
        }
      }
      await nothingChanged();
    });

  if (nouns.join() === 'account')
    test('has no effect across a block', async () => {
      const subject = { ...subjectOf(publicThing(route)), account: fixture.people.owner.id };
      const isAccount = /^\/accounts\/\{\w+\}$/.test(route.path);
      for (const viewer of ['blocked', 'blocker'] as const) {
        const nothing = comparablePart(await call(route, { ...subject, account: nowhere }, viewer));
        expect(nothing.status).toBe(404);
        const response = await call(route, subject, viewer);
        if (route.method === 'get' && !isAccount) expect(comparablePart(response)).toEqual(nothing);
        if (route.path.endsWith('/follow') && route.method === 'post') expect(response.status).toBe(403);

        // Other accounts manage their own relations; the blocks, requests and followers of the target must not change.
        const { id } = fixture.people.owner;
        const blocks = await stored.blocks({ blockerId: id });
        const requests = await stored.followRequests({ targetId: id });
        const followers = await stored.follows({ followeeId: id });
        expect({ blocks, requests, followers }).toEqual({ blocks: 1, requests: 1, followers: 1 });
        if (route.method !== 'get') await restore(kept);
      }
    });
});
