/** Checks which rules apply to a server, from lists cached for 2 s. */
import { prisma } from '../../db/client.ts';
import { config } from '../../lib/config.ts';

/** A rule made by another process takes effect here after at most this time. */
const cacheTtlMs = 2_000;

interface Rules {
  suspended: Set<string>;
  reportsRejected: Set<string>;
  /** Null while this server federates with everybody who is not blocked. */
  allowed: Set<string> | null;
}

let cached: { rules: Promise<Rules>; until: number } | undefined;

async function load(): Promise<Rules> {
  const [blocks, setting] = await Promise.all([
    prisma().domainBlock.findMany({
      select: { host: true, severity: true, rejectReports: true },
      where: { OR: [{ severity: 'suspend' }, { rejectReports: true }] },
    }),
    prisma().setting.findUnique({ where: { key: 'federation' } }),
  ]);
  const isAllowListMode = (setting?.value as { mode?: string } | undefined)?.mode === 'allow_list';
  const allowed = isAllowListMode ? await prisma().domainAllow.findMany({ select: { host: true } }) : null;
  const hostsOf = (rows: { host: string }[]) => new Set(rows.map(({ host }) => host.toLowerCase()));
  return {
    suspended: hostsOf(blocks.filter(({ severity }) => severity === 'suspend')),
    reportsRejected: hostsOf(blocks.filter(({ rejectReports }) => rejectReports)),
    allowed: allowed && hostsOf(allowed),
  };
}

function currentRules(): Promise<Rules> {
  if (cached && cached.until > performance.now()) return cached.rules;
  const rules = load();
  cached = { rules, until: performance.now() + cacheTtlMs };
  rules.catch(() => {
    cached = undefined;
  });
  return rules;
}

const localHost = new URL(config.baseUrl).hostname;

/** Whether nothing may be sent to the host of a URL or accepted from it. Ports are ignored. */
export async function isBlockedUrl(url: string): Promise<boolean> {
  const { suspended, allowed } = await currentRules();
  const domains = domainsOf(url);
  if (allowed && domains[0] !== localHost && !domains.some((domain) => allowed.has(domain))) return true;
  return domains.some((domain) => suspended.has(domain));
}

/** Whether reports from the host of a URL are dropped. */
export async function rejectsReportsFrom(url: string): Promise<boolean> {
  const { reportsRejected } = await currentRules();
  return domainsOf(url).some((domain) => reportsRejected.has(domain));
}

/** The host of a URL and the domains above it. */
function domainsOf(url: string): string[] {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Makes a rule that this process has just changed take effect at once. */
export function clearBlockedHostsCache(): void {
  cached = undefined;
}
