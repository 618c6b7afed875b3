/** Describes this server for NodeInfo 2.1 (FEP-f1d5). */
import type { NodeInfo } from '@fedify/fedify';
import { getInstanceProfile, getUsage } from '../../domain/instance/instance.ts';
import { config } from '../../lib/config.ts';
import { version } from '../../lib/version.ts';

/** Counting is slow, so its result is cached. */
const usageTtlMs = 5 * 60_000;

let cached: { usage: Promise<NodeInfo['usage']>; at: number } | undefined;

export async function describeServer(): Promise<NodeInfo> {
  if (!cached || Date.now() - cached.at > usageTtlMs) {
    cached = { usage: count(), at: Date.now() };
    cached.usage.catch(() => {
      cached = undefined;
    });
  }
  const { name, description, registration } = await getInstanceProfile();
  return {
    software: { name: 'potluck', version },
    protocols: config.federates ? ['activitypub'] : [],
    services: { inbound: [], outbound: [] },
    openRegistrations: registration === 'open',
    usage: await cached.usage,
    metadata: { nodeName: name, nodeDescription: description },
  };
}

async function count(): Promise<NodeInfo['usage']> {
  const usage = await getUsage();
  return {
    users: {
      total: usage.total,
      activeHalfyear: usage.active_halfyear,
      activeMonth: usage.active_month,
    },
    localPosts: usage.posts,
    localComments: usage.comments,
  };
}
