/** Rules for other servers. */
import { inBatches } from '../../db/batch.ts';
import { prisma, withNumbers } from '../../db/client.ts';
import {
  applyDomainRules,
  countDomainBlockEffects,
  deleteDomainFollows,
  deleteRejectedMedia,
  selectHostsWithRules,
  selectRules,
} from '../../db/sql/domain-rules.ts';
import { db } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact, transactWithPrisma } from '../../db/transaction.ts';
import type { DomainSeverity } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { cacheValue } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { settleSuspensions } from '../accounts/delete.ts';

// Reads the names of other servers

const localHost = new URL(config.baseUrl).hostname;

/** Also for the domains above it. */
export const isOwnHost = (host: string): boolean => localHost === host || localHost.endsWith(`.${host}`);

/** Throws validation_failed on `host`, also for this server and the domains above it. */
export function parseRemoteHost(name: string): string {
  const host = parseHost(name);
  if (isOwnHost(host)) throw invalid('host', t('errors.would-block-this-server', { name }));
  return host;
}

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/** Labels (RFC 1123 §2.1, and `_`), or an IPv6 address. URLs accept more, such as `a!b`. */
const hostPattern = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$|^\\[[0-9a-f:.]+\\]$`);

/** Normalises a host as URLs do: lower case, Punycode, no port. Throws validation_failed on `host`. */
export function parseHost(name: string): string {
  const url = /^[^\s/@?#*]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  if (!hostPattern.test(host)) throw invalid('host', t('errors.not-a-server-name-to-block', { name }));
  return host;
}

// Checks which rules apply to a server, from lists cached for 2 s

/** A rule made by another process takes effect here after at most this time. */
const cacheTtlMs = 2_000;

interface Rules {
  suspended: Set<string>;
  reportsRejected: Set<string>;
  /** Null while this server federates with everybody who is not blocked. */
  allowed: Set<string> | null;
}

const rules = cacheValue(cacheTtlMs, async (): Promise<Rules> => {
  const [row] = await selectRules(db);
  const { suspended, reports_rejected: reportsRejected, allowed } = row!;
  return {
    suspended: new Set(suspended),
    reportsRejected: new Set(reportsRejected),
    allowed: allowed && new Set(allowed),
  };
});

/** Whether nothing may be sent to the host of a URL or accepted from it. Ports are ignored. */
export async function isBlockedUrl(url: string): Promise<boolean> {
  const { suspended, allowed } = await rules.get();
  const domains = domainsOf(url);
  if (allowed && domains[0] !== localHost && !domains.some((domain) => allowed.has(domain))) return true;
  return domains.some((domain) => suspended.has(domain));
}

/** Whether reports from the host of a URL are dropped. */
export async function rejectsReportsFrom(url: string): Promise<boolean> {
  const { reportsRejected } = await rules.get();
  return domainsOf(url).some((domain) => reportsRejected.has(domain));
}

/** The host of a URL and the domains above it. */
function domainsOf(url: string): string[] {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Makes a rule that this process has just changed take effect at once. */
const clearRules = (): void => rules.clear();

// Applies the rules for other servers to what is stored of these servers

/** These statements first look for all accounts of a domain, so small batches would take longer. */
const batchSize = 1_000;
/** Requests that were in progress when a domain was blocked have ended after this time. */
const settleMs = 30_000;

/**
 * Hides, limits or shows the accounts of a domain now, and leaves the rest to a job. Call it after the rule was
 * written.
 */
async function enforceSoon(tx: Tx, host: string): Promise<void> {
  await applyDomainRules(tx, host, batchSize);
  await settleSuspensions(tx);
  await enqueue(tx, jobs.severDomain, { host });
  tx.afterCommit(clearRules);
}

/**
 * Ends follows with a blocked domain and deletes rejected pictures. Returns when to run again, for requests in
 * progress.
 */
export async function enforceDomainRules(host: string): Promise<{ again: Date } | 'done'> {
  await applyInBatches(host);
  const block = await prisma().domainBlock.findUnique({ where: { host } });
  if (!block) return 'done';

  if (block.severity === 'suspend')
    await inBatches({ max: batchSize }, async (tx) => (await deleteDomainFollows(tx, host, batchSize))[0]!.ended);
  await inBatches({ max: batchSize }, async (tx) => {
    const keys = (await deleteRejectedMedia(tx, host, batchSize)).map(({ key }) => key);
    await deleteFiles(tx, keys);
    return keys.length;
  });
  const settled = new Date(block.createdAt.getTime() + settleMs);
  return settled > new Date() ? { again: settled } : 'done';
}

/** Applies all rules, and enqueues the rest for the servers that are known here. */
export async function enforceAllDomainRules(): Promise<void> {
  await applyInBatches(null);
  const hosts = await selectHostsWithRules(db);
  await transact(async (tx) => {
    for (const { host } of hosts) await enqueue(tx, jobs.severDomain, { host });
  });
}

/** A step of everything that changes many rules. They take effect for known accounts by a job. */
export async function enforceAllSoon(tx: Tx): Promise<void> {
  await enqueue(tx, jobs.applyDomainRules, {});
  tx.afterCommit(clearRules);
}

/** Applies the rules to the accounts of one domain, or of all servers. */
const applyInBatches = (host: string | null): Promise<boolean> =>
  inBatches({ max: batchSize }, async (tx) => {
    const changed = await applyDomainRules(tx, host, batchSize);
    if (changed.length > 0) await settleSuspensions(tx);
    return changed.length;
  });

// Makes and lifts rules for other servers together with their subdomains

export interface DomainRule {
  /** `suspend` exchanges nothing, `silence` limits all accounts, `noop` only rejects what the other fields say. */
  severity: DomainSeverity;
  rejectMedia: boolean;
  rejectReports: boolean;
  /** Shown to everybody. */
  publicComment: string;
  /** Shown in the administration. */
  privateComment: string;
  /** Whether the public list shows the name with asterisks. */
  obfuscate: boolean;
}

export interface DomainBlock extends DomainRule {
  host: string;
  /** The block list that it came from, if any. */
  listId: number | null;
  createdAt: Date;
}

export const blockRule: DomainRule = {
  severity: 'suspend',
  rejectMedia: false,
  rejectReports: false,
  publicComment: '',
  privateComment: '',
  obfuscate: false,
};

/**
 * Hides or limits the accounts of the domain at once and enqueues the job that does the rest; the domain is not
 * informed. Replaces the rule that exists. Throws validation_failed on `host`, also if the rule would include this
 * server.
 */
export async function blockDomain(
  name: string,
  rule: Partial<DomainRule> = {},
  beforeCommit?: BeforeCommit<unknown>,
): Promise<DomainBlock> {
  const host = parseRemoteHost(name);
  const values = { ...blockRule, ...rule, listId: null };
  const block = await transactWithPrisma(async (tx) => {
    const existing = await tx.prisma.domainBlock.findUnique({ where: { host } });
    const changed = { ...values, createdAt: new Date() };
    const same = existing && Object.entries(values).every(([key, value]) => existing[key as 'host'] === value);
    const written = same
      ? existing
      : await tx.prisma.domainBlock.upsert({
          where: { host },
          create: { host, ...changed },
          update: changed,
        });
    await enforceSoon(tx, host);
    return written;
  }, beforeCommit);
  return withNumbers(block);
}

/** Counts what a block would hide and end. Throws like `blockDomain`. */
export async function previewDomainBlock(name: string) {
  const host = parseRemoteHost(name);
  const [effects] = await countDomainBlockEffects(db, host);
  return { host, ...effects! };
}

/**
 * Shows the accounts again; their follows stay ended. Returns the normalised host. Throws not_found, validation_failed
 * on `host`.
 */
export async function unblockDomain(name: string, beforeCommit?: BeforeCommit<unknown>): Promise<string> {
  const host = parseHost(name);
  return transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.domainBlock.deleteMany({ where: { host } });
    if (count === 0) throw new DomainError('not_found', t('errors.server-not-blocked', { host }));
    await enforceSoon(tx, host);
    return host;
  }, beforeCommit);
}

export async function listDomainBlocks(): Promise<DomainBlock[]> {
  const rows = await prisma().domainBlock.findMany({ orderBy: { host: 'asc' } });
  return rows.map(withNumbers);
}

/** Rules with a public comment, which everybody may read. The names of some have asterisks, as in Mastodon. */
export async function listPublicRules(): Promise<Pick<DomainBlock, 'host' | 'severity' | 'publicComment'>[]> {
  const rows = await prisma().domainBlock.findMany({
    where: { publicComment: { not: '' } },
    orderBy: { host: 'asc' },
    take: 1_000,
  });
  return rows.map(({ host, obfuscate, severity, publicComment }) => ({
    host: obfuscate ? obfuscated(host) : host,
    severity,
    publicComment,
  }));
}

/** Keeps the first and the last quarter, and dots. */
function obfuscated(host: string): string {
  const kept = host.length / 4;
  const hide = (letter: string, at: number) => (letter !== '.' && at >= kept && at < host.length - kept ? '*' : letter);
  return [...host].map(hide).join('');
}

/** Throws validation_failed on `host`. */
export async function findDomainBlock(name: string): Promise<DomainBlock | null> {
  const row = await prisma().domainBlock.findUnique({ where: { host: parseHost(name) } });
  return row && withNumbers(row);
}
