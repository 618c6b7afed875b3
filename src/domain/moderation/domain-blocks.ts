/** Blocks other servers together with their subdomains. */
import { prisma } from '../../db/client.ts';
import {
  countDomainBlockEffects,
  deleteDomainFollows,
  hideDomain,
  showDomain,
} from '../../db/sql/moderation/domain-blocks.ts';
import { db } from '../../db/statement.ts';
import { transact, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid } from '../../lib/errors.ts';

export interface DomainBlock {
  host: string;
  reason: string;
  createdAt: Date;
}

/** Requests that were in progress when a domain was blocked have ended after this time. */
const settleMs = 30_000;

/**
 * Hides all accounts of the domain at once and enqueues the job that ends their follows; the domain is not informed.
 * Blocking twice changes nothing. Throws validation_failed on `host`, also if the block would include this server.
 */
export async function blockDomain(name: string): Promise<DomainBlock> {
  const host = parseRemoteHost(name);
  return transactWithPrisma(async (tx) => {
    const block = await tx.prisma.domainBlock.upsert({ where: { host }, create: { host }, update: {} });
    await hideDomain(tx, host);
    await enqueue(tx, jobs.severDomain, { host });
    return block;
  });
}

/** Counts what a block would hide and end. Throws like `blockDomain`. */
export async function previewDomainBlock(name: string) {
  const host = parseRemoteHost(name);
  const [effects] = await countDomainBlockEffects(db, host);
  return { host, ...effects! };
}

const batchSize = 1_000;

/** Returns when to run again, for accounts that were stored by requests in progress. */
export async function endDomainFollows(host: string): Promise<{ again: Date } | 'done'> {
  const block = await prisma().domainBlock.findUnique({ where: { host } });
  if (!block) return 'done';

  await transact((tx) => hideDomain(tx, host));
  for (let ended = batchSize; ended === batchSize; ) {
    ended = await transact(async (tx) => (await deleteDomainFollows(tx, host, batchSize))[0]!.ended);
  }
  const settled = new Date(block.createdAt.getTime() + settleMs);
  return settled > new Date() ? { again: settled } : 'done';
}

/** Shows the accounts again; their follows stay ended. Returns the normalised host. Throws not_found, validation_failed on `host`. */
export async function unblockDomain(name: string): Promise<string> {
  const host = parseHost(name);
  return transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.domainBlock.deleteMany({ where: { host } });
    if (count === 0) throw new DomainError('not_found', `${host} is not blocked`);
    await showDomain(tx, host);
    return host;
  });
}

export function listDomainBlocks(): Promise<DomainBlock[]> {
  return prisma().domainBlock.findMany({ orderBy: { host: 'asc' } });
}

function parseRemoteHost(name: string): string {
  const host = parseHost(name);
  const local = new URL(config.baseUrl).hostname;
  if (local === host || local.endsWith(`.${host}`))
    throw invalid('host', `${name} would block this server itself`);
  return host;
}

/** Normalises a host as URLs do: lower case, Punycode, no port. */
function parseHost(name: string): string {
  const url = /^[^\s/@?#]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  if (host === '') throw invalid('host', `${name} is not the name of a server, such as bad.example`);
  return host;
}
