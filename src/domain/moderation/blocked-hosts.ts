/** Checks whether a server is blocked, from a list cached for 2 s. */
import { prisma } from '../../db/client.ts';

/** A block made by another process takes effect here after at most this time. */
const cacheTtlMs = 2_000;

let cached: { hosts: Promise<Set<string>>; until: number } | undefined;

async function load(): Promise<Set<string>> {
  const rows = await prisma().domainBlock.findMany({ select: { host: true } });
  return new Set(rows.map((row) => row.host.toLowerCase()));
}

function blockedHosts(): Promise<Set<string>> {
  if (cached && cached.until > performance.now()) return cached.hosts;
  const hosts = load();
  cached = { hosts, until: performance.now() + cacheTtlMs };
  hosts.catch(() => {
    cached = undefined;
  });
  return hosts;
}

/** Whether the host of a URL, or one of its parent domains, is blocked. Ports are ignored. */
export async function isBlockedUrl(url: string): Promise<boolean> {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  const hosts = await blockedHosts();
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')));
}

/** Makes a block that this process has just made or lifted take effect at once. */
export function clearBlockedHostsCache(): void {
  cached = undefined;
}
