/** Makes and lifts rules for other servers together with their subdomains. */
import { prisma } from '../../db/client.ts';
import { countDomainBlockEffects } from '../../db/sql/domain-rules.ts';
import { db } from '../../db/statement.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { enforceSoon } from './domain-rules.ts';
import { parseHost, parseRemoteHost } from './host-name.ts';

export const severities = ['noop', 'silence', 'suspend'] as const;
export type Severity = (typeof severities)[number];

export interface DomainRule {
  /** `suspend` exchanges nothing, `silence` limits all accounts, `noop` only rejects what the other fields say. */
  severity: Severity;
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
  ...{ severity: 'suspend', rejectMedia: false, rejectReports: false },
  ...{ publicComment: '', privateComment: '', obfuscate: false },
};

/**
 * Hides or limits the accounts of the domain at once and enqueues the job that does the rest; the domain is not informed.
 * Replaces the rule that exists. Throws validation_failed on `host`, also if the rule would include this server.
 */
export async function blockDomain(name: string, rule: Partial<DomainRule> = {}): Promise<DomainBlock> {
  const host = parseRemoteHost(name);
  const values = { ...blockRule, ...rule, listId: null };
  const block = await transactWithPrisma(async (tx) => {
    const existing = await tx.prisma.domainBlock.findUnique({ where: { host } });
    const changed = { ...values, createdAt: new Date() };
    const same =
      existing && Object.entries(values).every(([key, value]) => existing[key as 'host'] === value);
    const written = same
      ? existing
      : await tx.prisma.domainBlock.upsert({
          where: { host },
          create: { host, ...changed },
          update: changed,
        });
    await enforceSoon(tx, host);
    return written;
  });
  return toDomainBlock(block);
}

/** Counts what a block would hide and end. Throws like `blockDomain`. */
export async function previewDomainBlock(name: string) {
  const host = parseRemoteHost(name);
  const [effects] = await countDomainBlockEffects(db, host);
  return { host, ...effects! };
}

/** Shows the accounts again; their follows stay ended. Returns the normalised host. Throws not_found, validation_failed on `host`. */
export async function unblockDomain(name: string): Promise<string> {
  const host = parseHost(name);
  return transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.domainBlock.deleteMany({ where: { host } });
    if (count === 0) throw new DomainError('not_found', t('errors.server-not-blocked', { host }));
    await enforceSoon(tx, host);
    return host;
  });
}

export async function listDomainBlocks(): Promise<DomainBlock[]> {
  const rows = await prisma().domainBlock.findMany({ orderBy: { host: 'asc' } });
  return rows.map(toDomainBlock);
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
  const hide = (letter: string, at: number) =>
    letter !== '.' && at >= kept && at < host.length - kept ? '*' : letter;
  return [...host].map(hide).join('');
}

/** Throws validation_failed on `host`. */
export async function findDomainBlock(name: string): Promise<DomainBlock | null> {
  const row = await prisma().domainBlock.findUnique({ where: { host: parseHost(name) } });
  return row && toDomainBlock(row);
}

const toDomainBlock = <Row extends { listId: bigint | null }>(row: Row) => ({
  ...row,
  listId: row.listId === null ? null : Number(row.listId),
});
