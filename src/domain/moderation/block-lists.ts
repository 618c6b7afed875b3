/** Imports lists of rules for other servers: files, and lists at addresses, which are read again every day. */
import { hash } from 'node:crypto';
import { prisma, withNumbers } from '../../db/client.ts';
import { countLostFollows, selectKnownHosts } from '../../db/sql/domain-rules.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { domainSeverities } from '../../db/vocabulary.ts';
import { decodeText } from '../../lib/decode-text.ts';
import { DomainError, explain, invalid, notFound } from '../../lib/errors.ts';
import { FetchError } from '../../lib/fetch/error.ts';
import { fetchDocument } from '../../lib/fetch/fetch.ts';
import { t } from '../../lib/language/text.ts';
import { chunksOf, idsOf } from '../../lib/lists.ts';
import { notifyOperators } from '../mail/mail.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { type ListedRule, readBlockList } from './block-list-file.ts';
import {
  blockRule,
  type DomainBlock,
  type DomainRule,
  enforceAllSoon,
  isOwnHost,
  listDomainBlocks,
} from './domain-rules.ts';

// Previews and imports lists of rules for other servers

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
  const existing = new Map((await listDomainBlocks()).map((row) => [row.host, row]));
  const usable = rules.filter(({ host }) => !isOwnHost(host));
  const added = usable.filter(({ host }) => !existing.has(host));
  const changed = usable.filter((rule) => {
    const before = existing.get(rule.host);
    return before && !isSameRule(before, rule) && (listId === null || before.listId === listId);
  });
  const listed = new Set(usable.map(({ host }) => host));
  const isDropped = ({ host, listId: from }: DomainBlock) => listId !== null && from === listId && !listed.has(host);
  const blocked = [...added, ...changed].filter(({ severity }) => severity === 'suspend');
  const [lost] = await countLostFollows(
    db,
    blocked.map(({ host }) => host),
  );
  return {
    added,
    changed,
    unchanged: usable.length - added.length - changed.length,
    eased: changed.filter((rule) => isEased(existing.get(rule.host)!, rule)).length,
    dropped: [...existing.values()].filter(isDropped).map(({ host }) => host),
    hasRules,
    skipped: [...skipped, ...rules.map(({ host }) => host).filter(isOwnHost)],
    accounts: lost?.accounts ?? 0,
    follows: lost?.follows ?? 0,
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

async function writeRules(tx: PrismaTx, rules: ListedRule[], listId: number | null): Promise<void> {
  if (rules.length === 0) return;
  // A rule that a moderator made meanwhile wins over those of lists.
  const isOfList = listId !== null;
  for (const some of chunksOf(rules, rulesPerStatement)) {
    const hosts = { in: some.map(({ host }) => host) };
    await tx.prisma.domainBlock.deleteMany({ where: { host: hosts, ...(isOfList && { listId }) } });
    const data = some.map((rule) => ({ ...rule, listId }));
    await tx.prisma.domainBlock.createMany({ data, skipDuplicates: isOfList });
  }
  await enforceAllSoon(tx);
}

/** Whether a listed rule is the one that exists. */
const isSameRule = (one: DomainRule, other: DomainRule): boolean =>
  Object.keys(blockRule).every((key) => one[key as keyof DomainRule] === other[key as keyof DomainRule]);

/** Whether the new rule is less strict than the one that exists. */
const isEased = (before: DomainRule, after: DomainRule): boolean =>
  domainSeverities.indexOf(after.severity) < domainSeverities.indexOf(before.severity) ||
  (before.rejectMedia && !after.rejectMedia) ||
  (before.rejectReports && !after.rejectReports);

// Follows lists at addresses. A version that changes much waits for a decision.

const maxBytes = 4 * 2 ** 20;
/** Reading many lists would delay each other. */
const maxLists = 20;
/** A version waits for an administrator if it drops, eases or adds at least so many rules, and more than this share. */
const minRulesToAsk = 10;
const shareToAsk = 0.2;

export interface BlockList {
  id: number;
  url: string;
  createdAt: Date;
  readAt: Date | null;
  /** Why it could not be read last time. */
  error: string | null;
  /** Lines of the last version that could not be used. */
  skipped: number;
  /** How many rules come from it now. */
  rules: number;
  /** What an administrator has to decide, or has decided against, about a version that changes much. */
  change: 'none' | 'waiting' | 'refused';
}

export async function listBlockLists(): Promise<BlockList[]> {
  const rows = await prisma().blockList.findMany({
    select: {
      id: true,
      url: true,
      createdAt: true,
      readAt: true,
      error: true,
      skipped: true,
      refused: true,
      _count: { select: { blocks: true } },
    },
    orderBy: { id: 'asc' },
  });
  const pending = await prisma().blockList.findMany({
    where: { pending: { not: null } },
    select: { id: true },
  });
  const isPending = new Set(idsOf(pending));
  return rows.map(({ _count, refused, ...row }) => ({
    ...withNumbers(row),
    rules: _count.blocks,
    change: isPending.has(row.id) ? (refused ? 'refused' : 'waiting') : 'none',
  }));
}

/** A version of a list and what it would do. */
interface ListVersion {
  preview: ImportPreview;
  /** Of its text, so that a decision is about what was shown. */
  digest: string;
}

const digestOf = (text: string): string => hash('sha256', text);

/** What following the list would do now. Throws validation_failed on `url` and `list`. */
export async function previewBlockList(url: string): Promise<ListVersion> {
  const text = await fetchList(url);
  return { preview: await readVersion(text), digest: digestOf(text) };
}

/** A list that is not followed yet, and has no rules here. */
const newListId = 0;

/** Throws validation_failed on `list` for a text without rules, such as an error page. */
async function readVersion(text: string, listId: number = newListId): Promise<ImportPreview> {
  const preview = await previewImport(text, listId);
  if (!preview.hasRules) throw invalid('list', t('errors.block-list-no-rules'));
  return preview;
}

/**
 * Follows the list with the rules that were shown. Following twice changes nothing. Returns the version that is there
 * now if it is not the one with this digest. Throws forbidden, and validation_failed on `url` and `list`.
 */
export async function followBlockList(moderator: Moderator, url: string, digest: string): Promise<ListVersion | null> {
  authorize(moderator, 'manage-domains');
  const text = await fetchList(url);
  const preview = await readVersion(text);
  if (digestOf(text) !== digest) return { preview, digest: digestOf(text) };
  await transactWithPrisma(async (tx) => {
    if ((await tx.prisma.blockList.count({ where: { url } })) > 0) return;
    if ((await tx.prisma.blockList.count()) >= maxLists)
      throw invalid('url', t('errors.too-many-block-lists', { maxLists }));
    const { id } = await tx.prisma.blockList.create({ data: { url } });
    await applyVersion(tx, Number(id), preview);
    await recordAdminAction(tx, moderator, { action: 'follow-block-list', subject: url });
  });
  return null;
}

/** Also removes the rules that came from it. Throws forbidden and not_found. */
export async function unfollowBlockList(moderator: Moderator, id: number): Promise<void> {
  authorize(moderator, 'manage-domains');
  await transactWithPrisma(async (tx) => {
    const list = await tx.prisma.blockList.findUnique({ where: { id }, select: { url: true } });
    if (!list) throw notFound();
    await tx.prisma.blockList.delete({ where: { id }, select: { id: true } });
    await enforceAllSoon(tx);
    await recordAdminAction(tx, moderator, { action: 'unfollow-block-list', subject: list.url });
  });
}

/** Lists are read again after a day. */
const refreshAfterMs = 86_400_000;

/**
 * Reads the lists that are due. A list that cannot be read, or that changes much, keeps the rules of its last version,
 * and the operators are told once.
 */
export async function refreshBlockLists(): Promise<void> {
  const due = new Date(Date.now() - refreshAfterMs);
  const lists = await prisma().blockList.findMany({
    where: { OR: [{ readAt: null }, { readAt: { lt: due } }] },
    select: { id: true, url: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, url } of lists.map(withNumbers)) {
    try {
      const text = await fetchList(url);
      const preview = await readVersion(text, id);
      const isLarge = await changesMuch(id, preview);
      await (isLarge ? holdBack(id, text) : transactWithPrisma((tx) => applyVersion(tx, id, preview)));
    } catch (error) {
      await recordFailure(id, explain(error).slice(0, 300));
    }
  }
}

/** Whether the version drops or adds many rules, or ends follows of members. */
async function changesMuch(listId: number, { added, changed, eased, dropped, follows }: ImportPreview) {
  const rules = await prisma().domainBlock.count({ where: { listId } });
  const isMany = (count: number) => count >= minRulesToAsk && count > rules * shareToAsk;
  return follows > 0 || isMany(dropped.length + eased) || isMany(added.length + changed.length - eased);
}

async function holdBack(listId: number, text: string): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const data = { readAt: new Date(), error: null };
    const known = await tx.prisma.blockList.updateMany({ where: { id: listId, pending: text }, data });
    if (known.count > 0) return;
    const held = { ...data, pending: text, refused: false };
    const { count } = await tx.prisma.blockList.updateMany({ where: { id: listId }, data: held });
    if (count > 0) await notifyOperators(tx, 'block-list-problem', {});
  });
}

/** A list that fails is tried again with the next run, and told once. */
async function recordFailure(listId: number, error: string): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const where = { id: listId, error: null };
    const { count } = await tx.prisma.blockList.updateMany({ where, data: { error } });
    if (count > 0) await notifyOperators(tx, 'block-list-problem', {});
    else await tx.prisma.blockList.updateMany({ where: { id: listId }, data: { error } });
  });
}

/** The version that waits, or null. Throws not_found without such a list. */
export async function getPendingVersion(id: number): Promise<(ListVersion & { url: string }) | null> {
  const list = await prisma().blockList.findUnique({ where: { id } });
  if (!list) throw notFound();
  const { url, pending } = list;
  return pending === null ? null : { url, preview: await readVersion(pending, id), digest: digestOf(pending) };
}

/**
 * Takes over the version that was shown, or keeps the rules as they are until the list changes again. Throws forbidden,
 * not_found, and conflict if another version waits now.
 */
export async function decideOnPending(
  moderator: Moderator,
  id: number,
  { digest, isApproved }: { digest: string; isApproved: boolean },
): Promise<void> {
  authorize(moderator, 'manage-domains');
  const list = await prisma().blockList.findUnique({ where: { id } });
  if (!list) throw notFound();
  const { url, pending } = list;
  if (pending === null || digestOf(pending) !== digest)
    throw new DomainError('conflict', t('errors.block-list-changed-again'));
  const preview = isApproved ? await readVersion(pending, id) : null;
  await transactWithPrisma(async (tx) => {
    if (preview) await applyVersion(tx, id, preview);
    else await tx.prisma.blockList.updateMany({ where: { id, pending }, data: { refused: true } });
    const action = isApproved ? 'approve-block-list' : 'keep-block-list';
    await recordAdminAction(tx, moderator, { action, subject: url });
  });
}

async function applyVersion(
  tx: PrismaTx,
  listId: number,
  { added, changed, skipped, dropped }: ImportPreview,
): Promise<void> {
  const { count } = await tx.prisma.blockList.updateMany({
    where: { id: listId },
    data: { readAt: new Date(), error: null, skipped: skipped.length, pending: null, refused: false },
  });
  if (count === 0) return;
  for (const hosts of chunksOf(dropped, rulesPerStatement))
    await tx.prisma.domainBlock.deleteMany({ where: { listId, host: { in: hosts } } });
  await writeRules(tx, [...added, ...changed], listId);
  if (dropped.length > 0) await enforceAllSoon(tx);
}

/** Types that servers give to CSV, JSON and plain text. */
const listTypes = ['text/csv', 'text/plain', 'application/csv', 'application/json', 'application/octet-stream'];

/** Throws validation_failed on `url`. */
async function fetchList(url: string): Promise<string> {
  checkUrl(url);
  try {
    const { status, body, headers } = await fetchDocument(url, {
      accept: 'text/csv, application/json',
      maxBytes,
      forMember: true,
    });
    if (status !== 200) throw invalid('url', t('errors.block-list-status', { status }));
    const [type = ''] = (headers.get('content-type') ?? 'text/plain').split(';');
    const text = decodeText(body, headers.get('content-type')) ?? '';
    if (!listTypes.includes(type.trim().toLowerCase()) || /^\s*</.test(text))
      throw invalid('url', t('errors.block-list-wrong-type', { type: type.trim().slice(0, 100) }));
    return text;
  } catch (error) {
    if (error instanceof FetchError)
      throw invalid('url', t('errors.block-list-unreadable', { message: error.message }));
    throw error;
  }
}

function checkUrl(url: string): void {
  if (url.length > 500 || URL.parse(url)?.protocol !== 'https:')
    throw invalid('url', t('errors.must-start-with-https'));
}
