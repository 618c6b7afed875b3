/** An inbox takes a limited amount from each account, server and address, and keeps no body longer than needed. */
import { beforeEach, expect, test, vi } from 'vitest';
import { handleFederationRequest } from '../../../src/federation/index.ts';
import { maxPerActor, maxPerHost, maxReportsPerHost } from '../../../src/federation/receive/receive.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { anotherRemoteServer, bob, remote } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { outcomeOf } from '../../support/receiver.ts';
import type { Json, PeerActor } from '../../support/remote-server.ts';
import { stored } from '../../support/stored.ts';
import { isFull } from '../../support/test-length.ts';
import { ann, follow, storedActivities, useInboxOfAnn } from './fixture.ts';

await vi.hoisted(async () => (await import('../../support/own-modules.ts')).useOwnModules({ RATE_LIMITS: 'on' }));
useInboxOfAnn();
beforeEach(emptyCaches);

const unit = 8 * 1_024;
const sized = (units: number): Json => follow({ type: 'Like', summary: 'x'.repeat(units * unit - 1_000) });
/** Another account of a server, with Bob's key pair. */
function actorWithBobsKey(name: string, server = remote): PeerActor {
  const { iri: _, ...pair } = bob.rsa;
  return server.actor(name, {}, pair);
}
/** As many activities of 1 MiB as the quota allows. */
async function exhaustQuota(quota: number, send: (activity: Json) => Promise<Response | null>): Promise<void> {
  const rounds = Math.floor(quota / 127);
  for (let round = 0; round < rounds; round += 1) expect((await send(sized(127)))!.status).toBe(202);
  expect((await send(sized(quota % 127)))!.status).toBe(202);
}

test('the body of an activity is deleted once it is handled', async () => {
  const published = new Date().toISOString();
  const [relevant, irrelevant] = [follow({ published }), remote.activity('Create', bob, remote.note(bob))];
  for (const activity of [relevant, irrelevant]) await remote.send(activity);
  expect((await storedActivities()).map(({ body }) => body.length > 0)).toEqual([true, true]);
  await drain();
  expect(await Promise.all([relevant, irrelevant].map(outcomeOf))).toEqual(['done', 'irrelevant']);
  expect((await storedActivities()).map(({ body }) => body)).toEqual(['', '']);

  await remote.send(relevant);
  expect(await stored.inbound({ activityIri: relevant.id as string })).toBe(1);
});

test('an account that sends too much gets 429, and others of its server do not', async () => {
  const carol = actorWithBobsKey('carol');
  await exhaustQuota(maxPerActor, (activity) => remote.send(activity));
  const refused = await remote.send(follow());
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
  expect((await remote.send(remote.activity('Follow', carol, ann.iri))).status).toBe(202);
});

/** More than 400 activities of a megabyte. */
test.runIf(isFull)('a server that sends too much from many accounts gets 429, and so does an address', async () => {
  const members = Array.from({ length: 10 }, (_, number) => actorWithBobsKey(`member${number}`));
  const from = (address: string, activity: Json, server = remote, by = bob) =>
    handleFederationRequest(server.signed(JSON.stringify(activity), by.rsa), address);
  for (const [number, member] of members.entries()) {
    const send = (activity: Json) => from(`192.0.2.${number}`, { ...activity, actor: member.iri }, remote, member);
    await exhaustQuota(maxPerHost / members.length, send);
  }
  expect((await from('192.0.2.20', follow()))!.status).toBe(429);

  const other = anotherRemoteServer();
  const dora = actorWithBobsKey('dora', other);
  const isolated = () => other.activity('Follow', dora, ann.iri);
  expect((await from('192.0.2.20', isolated(), other, dora))!.status).toBe(202);
  for (let rounds = 0; rounds < maxPerHost / 127; rounds += 1)
    await from('192.0.2.21', { ...sized(127), actor: 'not an actor' });
  expect((await from('192.0.2.21', isolated(), other, dora))!.status).toBe(429);
});

test('a server may send 30 reports in an hour', async () => {
  const report = () => remote.activity('Flag', bob, [ann.iri]);
  for (let number = 0; number < maxReportsPerHost; number += 1) expect((await remote.send(report())).status).toBe(202);
  const carol = actorWithBobsKey('carol');
  expect((await remote.send(remote.activity('Flag', carol, [ann.iri]))).status).toBe(429);
  expect((await remote.send(follow())).status).toBe(202);
});
