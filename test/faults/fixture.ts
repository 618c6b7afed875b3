/** A server with members, remote followers and a journal, on which most scenarios work. */
import type { Instance, InstanceOptions } from '../support/instance.ts';
import { anonymous, type Client, joinMembers } from './client.ts';
import { type Journal, openJournal } from './journal.ts';
import { follow } from './operations.ts';
import { openPeers, type Peers } from './peers/peers.ts';
import { seedFollowers } from './peers/seed-followers.ts';
import type { ScenarioContext } from './scenario.ts';

/** Ann and Bo have followers on other servers, and Cy follows both. Ann blocks Dan. Eve and Dan follow nobody. */
export const names = ['ann', 'bo', 'cy', 'dan', 'eve'] as const;
export type Name = (typeof names)[number];

export interface Fixture {
  alpha: Instance;
  members: Record<Name, Client>;
  /** A client without a token. */
  anybody: Client;
  peers: Peers;
  journal: Journal;
  /** The hosts on which each author has followers. Other hosts must receive nothing that is not for everybody. */
  followerHosts: Map<string, Set<string>>;
  /** `blocker blocked`. */
  blocks: Set<string>;
  /** When faults were injected, from `performance.now()`. */
  faults: number[];
}

export interface FixtureOptions extends Partial<Omit<InstanceOptions, 'redisUrl'>> {
  /** Remote servers; the last tenth of them follow nobody. */
  hosts: number;
  /** 2 by default. */
  followersPerHost?: number;
}

export async function openFixture(
  context: ScenarioContext,
  { hosts, followersPerHost = 2, ...options }: FixtureOptions,
): Promise<Fixture> {
  const alpha = await context.start({ name: 'alpha', ...options });
  const [members, peers] = await Promise.all([joinMembers(alpha, names), openPeers(alpha, hosts)]);
  context.onEnd(peers.close);

  const following = peers.hosts.slice(0, -Math.ceil(hosts / 10));
  const half = Math.ceil(following.length / 2);
  const followerHosts = new Map<string, Set<string>>([
    ['ann', new Set(following.slice(0, half))],
    ['bo', new Set(following.slice(half))],
  ]);
  for (const [name, at] of followerHosts) await seedFollowers(alpha, [...at], followersPerHost * at.size, name);

  const journal = openJournal();
  const { ann, bo, cy, dan } = members;
  await ann.request('post', `/accounts/${dan.id}/block`);
  const ties = [
    [cy, ann],
    [cy, bo],
    [ann, bo],
    [bo, ann],
  ] as const;
  for (const [follower, followee] of ties) await follow(journal, follower, 'follow', followee);
  const anybody = anonymous(alpha);
  return { alpha, members, anybody, peers, journal, followerHosts, blocks: new Set(['ann dan']), faults: [] };
}

export const fault = ({ faults }: Fixture): void => void faults.push(performance.now());
