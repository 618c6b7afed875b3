/** Previews and imports lists of rules for other servers. */
import { prisma } from '../../db/client.ts';
import { countLostFollows, selectKnownHosts } from '../../db/sql/domain-rules.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { isEased, isSameRule, type ListedRule, readBlockList } from './block-list-file.ts';
import { clearBlockedHostsCache } from './blocked-hosts.ts';

/** PostgreSQL accepts at most 65,535 parameters. */
const rulesPerStatement = 1_000;

export interface ImportPreview {
  added: ListedRule[];
  /** Rules that exist and would be replaced. */
  changed: ListedRule[];
  unchanged: number;
  /** How many of the changed rules are less strict than before. */
  eased: number;
  /** Rules that came from the list, which it does not name any more. */
  dropped: string[];
  /** Whether the list names any server. */
  hasRules: boolean;
  /** Names that cannot be read, and this server itself. */
  skipped: string[];
  /** What the new blocks would hide and end here. */
  accounts: number;
  follows: number;
}

/** `listId` is the block list that the rules come from: rules of moderators and of other lists stay as they are. */
export async function previewImport(text: string, listId: number | null = null): Promise<ImportPreview> {
  const known = (await selectKnownHosts(db)).map(({ host }) => host);
  const { rules, skipped, hasRules } = readBlockList(text, known);
  const existing = new Map((await prisma().domainBlock.findMany()).map((row) => [row.host, row]));
  const local = new URL(config.baseUrl).hostname;
  const isOwn = ({ host }: ListedRule) => local === host || local.endsWith(`.${host}`);

  const usable = rules.filter((rule) => !isOwn(rule));
  const added = usable.filter(({ host }) => !existing.has(host));
  const changed = usable.filter((rule) => {
    const before = existing.get(rule.host);
    return before && !isSameRule(before, rule) && (listId === null || Number(before.listId) === listId);
  });
  const listed = new Set(usable.map(({ host }) => host));
  const isDropped = (row: { host: string; listId: bigint | null }) =>
    listId !== null && Number(row.listId) === listId && !listed.has(row.host);
  const blocked = [...added, ...changed].filter(({ severity }) => severity === 'suspend');
  const [lost] = await countLostFollows(
    db,
    blocked.map(({ host }) => host),
  );
  return {
    ...{ added, changed, unchanged: usable.length - added.length - changed.length },
    eased: changed.filter((rule) => isEased(existing.get(rule.host)!, rule)).length,
    dropped: [...existing.values()].filter(isDropped).map(({ host }) => host),
    hasRules,
    skipped: [...skipped, ...rules.filter(isOwn).map(({ host }) => host)],
    ...{ accounts: lost?.accounts ?? 0, follows: lost?.follows ?? 0 },
  };
}

/** Adds and replaces the rules; others stay. Returns what it did. Throws forbidden, and validation_failed on `list`. */
export async function importDomains(moderator: Moderator, text: string): Promise<ImportPreview> {
  authorize(moderator, 'manage-domains');
  const preview = await previewImport(text);
  await transactWithPrisma(async (tx) => {
    await writeRules(tx, [...preview.added, ...preview.changed], null);
    const subject = `+${preview.added.length} ±${preview.changed.length}`;
    await recordAdminAction(tx, moderator, { action: 'import-domains', subject });
  });
  return preview;
}

/** A step. The rules take effect for known accounts by a job. */
export async function writeRules(tx: PrismaTx, rules: ListedRule[], listId: number | null): Promise<void> {
  if (rules.length === 0) return;
  for (let at = 0; at < rules.length; at += rulesPerStatement) {
    const some = rules.slice(at, at + rulesPerStatement);
    // A rule that a moderator made meanwhile wins over those of lists.
    const isOfList = listId !== null;
    const hosts = { in: some.map(({ host }) => host) };
    await tx.prisma.domainBlock.deleteMany({ where: { host: hosts, ...(isOfList && { listId }) } });
    const data = some.map((rule) => ({ ...rule, listId }));
    await tx.prisma.domainBlock.createMany({ data, skipDuplicates: isOfList });
  }
  await enqueue(tx, jobs.applyDomainRules, {});
  tx.afterCommit(clearBlockedHostsCache);
}
