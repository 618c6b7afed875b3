/** Knows which servers are blocked, without asking the database for every message. */
import { listBlockedHosts } from '../db/sql/blocked-hosts.ts';
import { db } from '../db/statement.ts';

/** How long, in ms, a block made by another process may take to be noticed. */
const freshFor = 2_000;

let known: { hosts: Promise<Set<string>>; until: number } | undefined;

async function load(): Promise<Set<string>> {
  const rows = await listBlockedHosts(db);
  return new Set(rows.map((row) => row.host.toLowerCase()));
}

function blockedHosts(): Promise<Set<string>> {
  if (known && known.until > performance.now()) return known.hosts;
  const hosts = load();
  known = { hosts, until: performance.now() + freshFor };
  hosts.catch(() => {
    known = undefined;
  });
  return hosts;
}

/** Whether the host of a URL, or a domain above it, is blocked; ports make no difference. */
export async function isBlocked(url: string): Promise<boolean> {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  const hosts = await blockedHosts();
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')));
}

/** After this process changed the list. */
export function forgetBlockedHosts(): void {
  known = undefined;
}
