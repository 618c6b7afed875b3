/** What this server says of itself to those who count servers (NodeInfo 2.1, FEP-f1d5). */
import type { NodeInfo } from '@fedify/fedify';
import { countUsage } from '../db/sql/usage.ts';
import { db } from '../db/statement.ts';
import { getInstanceProfile } from '../domain/instance-profile.ts';
import { config } from '../lib/config.ts';
import { version } from '../lib/version.ts';

/** Counting walks whole tables, so it is done at most this often, in ms. */
const countedFor = 5 * 60_000;

let counted: { usage: Promise<NodeInfo['usage']>; at: number } | undefined;

export async function describeServer(): Promise<NodeInfo> {
  if (!counted || Date.now() - counted.at > countedFor) {
    counted = { usage: count(), at: Date.now() };
    counted.usage.catch(() => {
      counted = undefined;
    });
  }
  const { name, description, registration } = await getInstanceProfile();
  return {
    software: { name: 'potluck', version },
    protocols: config.federates ? ['activitypub'] : [],
    services: { inbound: [], outbound: [] },
    openRegistrations: registration === 'open',
    usage: await counted.usage,
    metadata: { nodeName: name, nodeDescription: description },
  };
}

async function count(): Promise<NodeInfo['usage']> {
  const [usage] = await countUsage(db);
  return {
    users: {
      total: usage!.total,
      activeHalfyear: usage!.active_halfyear,
      activeMonth: usage!.active_month,
    },
    localPosts: usage!.posts,
    localComments: usage!.comments,
  };
}
