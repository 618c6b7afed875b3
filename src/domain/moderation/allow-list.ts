/** Lets this server federate only with the servers on a list. */
import { prisma } from '../../db/client.ts';
import { upsertSetting } from '../../db/sql/instance.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { readBlockList } from './block-list-file.ts';
import { clearBlockedHostsCache } from './blocked-hosts.ts';
import { parseHost } from './host-name.ts';

/** With `allow_list`, all servers that are not on the list count as blocked. Follows with them are kept. */
export const federationModes = ['open', 'allow_list'] as const;
export type FederationMode = (typeof federationModes)[number];

export async function getFederation(): Promise<{ mode: FederationMode; allowed: string[] }> {
  const [setting, rows] = await Promise.all([
    prisma().setting.findUnique({ where: { key: 'federation' } }),
    prisma().domainAllow.findMany({ orderBy: { host: 'asc' } }),
  ]);
  const { mode } = (setting?.value ?? {}) as { mode?: string };
  return { mode: mode === 'allow_list' ? mode : 'open', allowed: rows.map(({ host }) => host) };
}

export async function setFederationMode(moderator: Moderator, mode: FederationMode): Promise<void> {
  await change(moderator, async (tx) => {
    await upsertSetting(tx, 'federation', JSON.stringify({ mode }));
    await recordAdminAction(tx, moderator, { action: 'change-federation', subject: mode });
  });
}

/** Adds the hosts of a list: one in each line, or Mastodon's CSV. Returns how many. Throws validation_failed on `list`. */
export async function allowDomains(moderator: Moderator, text: string): Promise<number> {
  const hosts = readBlockList(text).rules.map(({ host }) => host);
  await change(moderator, async (tx) => {
    await tx.prisma.domainAllow.createMany({ data: hosts.map((host) => ({ host })), skipDuplicates: true });
    const subject = hosts.length === 1 ? hosts[0]! : `${hosts.length} servers`;
    await recordAdminAction(tx, moderator, { action: 'allow-domain', subject });
  });
  return hosts.length;
}

/** Does nothing for a host that is not on the list. Throws validation_failed on `host`. */
export async function disallowDomain(moderator: Moderator, name: string): Promise<void> {
  const host = parseHost(name);
  await change(moderator, async (tx) => {
    await tx.prisma.domainAllow.deleteMany({ where: { host } });
    await recordAdminAction(tx, moderator, { action: 'disallow-domain', subject: host });
  });
}

/** Applies the change to known accounts by a job. */
async function change(moderator: Moderator, work: (tx: PrismaTx) => Promise<void>): Promise<void> {
  authorize(moderator, 'manage-domains');
  await transactWithPrisma(async (tx) => {
    await work(tx);
    await enqueue(tx, jobs.applyDomainRules, {});
    tx.afterCommit(clearBlockedHostsCache);
  });
}
