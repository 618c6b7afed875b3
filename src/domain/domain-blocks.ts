/** Servers, with all below them, that we neither speak nor listen to. */
import { prisma } from '../db/client.ts';
import { countTouched } from '../db/sql/admin.ts';
import { hideDomain, insertDomainBlock, severDomain, showDomain } from '../db/sql/domain-blocks.ts';
import { db } from '../db/statement.ts';
import { transact, transactWithPrisma } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { config } from '../lib/config.ts';
import { DomainError, invalid } from '../lib/errors.ts';

export interface DomainBlock {
  host: string;
  reason: string;
  createdAt: Date;
}

/** What was under way when it was blocked is over by then, in ms. */
const settling = 30_000;

/**
 * Everything of it is hidden at once, and a job ends what follows there are: nothing of this is told to it. Twice is once.
 * Throws validation_failed on `host`, also for our own and for those that hold it. */
export async function blockDomain(name: string): Promise<DomainBlock> {
  const host = readOtherHost(name);
  return transactWithPrisma(async (tx) => {
    await insertDomainBlock(tx, host);
    await hideDomain(tx, host);
    await enqueue(tx, jobs.severDomain, { host });
    return tx.prisma.domainBlock.findUniqueOrThrow({ where: { host } });
  });
}

/** What a block would hide and end. Throws as `blockDomain` does. */
export async function previewBlock(name: string) {
  const host = readOtherHost(name);
  const [touched] = await countTouched(db, host);
  return { host, ...touched! };
}

const batchSize = 1_000;

/** Answers when to look once more, for accounts that came while the block was not known everywhere. */
export async function sever(host: string): Promise<{ again: Date } | 'done'> {
  const block = await prisma().domainBlock.findUnique({ where: { host } });
  if (!block) return 'done';

  await transact((tx) => hideDomain(tx, host));
  for (let ended = batchSize; ended === batchSize; ) {
    ended = await transact(async (tx) => (await severDomain(tx, host, batchSize))[0]!.ended);
  }
  const settled = new Date(block.createdAt.getTime() + settling);
  return settled > new Date() ? { again: settled } : 'done';
}

/** What it hid is shown again; follows stay ended. Answers the host as it was kept. Throws not_found, validation_failed on `host`. */
export async function unblockDomain(name: string): Promise<string> {
  const host = readHost(name);
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

function readOtherHost(name: string): string {
  const host = readHost(name);
  const ours = new URL(config.baseUrl).hostname;
  if (ours === host || ours.endsWith(`.${host}`))
    throw invalid('host', `${name} would block this server itself`);
  return host;
}

/** As URLs write it: lower case, Punycode, no port. */
function readHost(name: string): string {
  const url = /^[^\s/@?#]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  if (host === '') throw invalid('host', `${name} is not the name of a server, such as bad.example`);
  return host;
}
