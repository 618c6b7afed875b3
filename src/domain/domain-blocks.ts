/** Servers, with all below them, that we neither speak nor listen to. */
import { prisma } from '../db/client.ts';
import { config } from '../lib/config.ts';
import { DomainError, invalid } from '../lib/errors.ts';

export interface DomainBlock {
  host: string;
  reason: string;
  createdAt: Date;
}

/** Twice is once. Throws validation_failed on `host`, also for our own and for those that hold it. */
export async function blockDomain(name: string): Promise<DomainBlock> {
  const host = readHost(name);
  const ours = new URL(config.baseUrl).hostname;
  if (ours === host || ours.endsWith(`.${host}`))
    throw invalid('host', `${name} would block this server itself`);
  return prisma().domainBlock.upsert({ where: { host }, create: { host }, update: {} });
}

/** Answers the host as it was kept. Throws not_found, validation_failed on `host`. */
export async function unblockDomain(name: string): Promise<string> {
  const host = readHost(name);
  const { count } = await prisma().domainBlock.deleteMany({ where: { host } });
  if (count === 0) throw new DomainError('not_found', `${host} is not blocked`);
  return host;
}

export function listDomainBlocks(): Promise<DomainBlock[]> {
  return prisma().domainBlock.findMany({ orderBy: { host: 'asc' } });
}

/** As URLs write it: lower case, Punycode, no port. */
function readHost(name: string): string {
  const url = /^[^\s/@?#]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  if (host === '') throw invalid('host', `${name} is not the name of a server, such as bad.example`);
  return host;
}
