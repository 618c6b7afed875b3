/** Lets this server federate only with the servers on a list. */
import { z } from 'zod';
import { prisma } from '../../db/client.ts';
import { setting } from '../../db/setting.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { csvLine } from '../../lib/csv.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { readBlockList } from './block-list-file.ts';
import { enforceAllSoon, parseHost } from './domain-rules.ts';

/** With `allow_list`, all servers that are not on the list count as blocked. Follows with them are kept. */
export const federationModes = ['open', 'allow_list'] as const;
type FederationMode = (typeof federationModes)[number];
const federation = setting('federation', z.object({ mode: z.enum(federationModes).catch('open') }));

export async function getFederation(): Promise<{ mode: FederationMode; allowed: string[] }> {
  const [stored, rows] = await Promise.all([
    federation.find(),
    prisma().domainAllow.findMany({ orderBy: { host: 'asc' } }),
  ]);
  return { mode: stored?.mode ?? 'open', allowed: rows.map(({ host }) => host) };
}

export async function setFederationMode(moderator: Moderator, mode: FederationMode): Promise<void> {
  await change(moderator, async (tx) => {
    await federation.store({ mode }, tx);
    await recordAdminAction(tx, moderator, { action: 'change-federation', subject: mode });
  });
}

/** In the format of Mastodon. */
export const writeAllowList = (hosts: string[]): string =>
  [csvLine(['#domain']), ...hosts.map((host) => csvLine([host]))].join('');

/** Of the lines that are no names of servers. */
const maxNamesTold = 5;

/**
 * Adds the hosts of a list: one in each line, or Mastodon's CSV. Throws validation_failed on `list`, also if there is
 * none, or if a line names no server. Then nothing is added.
 */
export async function allowDomains(moderator: Moderator, text: string): Promise<void> {
  const { rules, skipped } = readBlockList(text);
  const hosts = rules.map(({ host }) => host);
  if (skipped.length > 0) {
    const told = skipped.slice(0, maxNamesTold).map((name) => name.slice(0, 100));
    const names = [...told, ...(skipped.length > maxNamesTold ? ['…'] : [])].join(', ');
    throw invalid('list', t('errors.not-server-names', { names }));
  }
  if (hosts.length === 0) throw invalid('list', t('errors.blank'));
  await change(moderator, async (tx) => {
    await tx.prisma.domainAllow.createMany({ data: hosts.map((host) => ({ host })), skipDuplicates: true });
    const subject = hosts.length === 1 ? hosts[0]! : `${hosts.length} servers`;
    await recordAdminAction(tx, moderator, { action: 'allow-domain', subject });
  });
}

/** Does nothing for a host that is not on the list. Throws validation_failed on `host`. */
export async function disallowDomain(moderator: Moderator, name: string): Promise<void> {
  const host = parseHost(name);
  await change(moderator, async (tx) => {
    await tx.prisma.domainAllow.deleteMany({ where: { host } });
    await recordAdminAction(tx, moderator, { action: 'disallow-domain', subject: host });
  });
}

async function change(moderator: Moderator, work: (tx: PrismaTx) => Promise<void>): Promise<void> {
  authorize(moderator, 'manage-domains');
  await transactWithPrisma(async (tx) => {
    await work(tx);
    await enforceAllSoon(tx);
  });
}
