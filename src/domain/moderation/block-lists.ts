/** Follows block lists at addresses: previews them, and reads them again every day. */
import { prisma } from '../../db/client.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { explain, invalid, notFound } from '../../lib/errors.ts';
import { FetchError, fetchDocument } from '../../lib/fetch/fetch.ts';
import { t } from '../../lib/language/text.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { clearBlockedHostsCache } from './blocked-hosts.ts';
import { type ImportPreview, previewImport, writeRules } from './import-domains.ts';

const maxBytes = 4 * 2 ** 20;
/** Reading many lists would delay each other. */
const maxLists = 20;

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
}

export async function listBlockLists(): Promise<BlockList[]> {
  const rows = await prisma().blockList.findMany({
    include: { _count: { select: { blocks: true } } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id, _count, ...row }) => ({ ...row, id: Number(id), rules: _count.blocks }));
}

/** What following the list would do now. Throws validation_failed on `url`. */
export async function previewBlockList(url: string): Promise<ImportPreview> {
  return previewImport(await fetchList(url));
}

/** Follows the list and reads it soon. Following twice changes nothing. Throws forbidden, and validation_failed on `url`. */
export async function followBlockList(moderator: Moderator, url: string): Promise<void> {
  authorize(moderator, 'manage-domains');
  checkUrl(url);
  await transactWithPrisma(async (tx) => {
    if ((await tx.prisma.blockList.count({ where: { url } })) > 0) return;
    if ((await tx.prisma.blockList.count()) >= maxLists)
      throw invalid('url', t('errors.too-many-block-lists', { maxLists }));
    await tx.prisma.blockList.create({ data: { url } });
    await enqueue(tx, jobs.refreshBlockLists, {});
    await recordAdminAction(tx, moderator, { action: 'follow-block-list', subject: url });
  });
}

/** Also removes the rules that came from it. Throws forbidden and not_found. */
export async function unfollowBlockList(moderator: Moderator, id: number): Promise<void> {
  authorize(moderator, 'manage-domains');
  await transactWithPrisma(async (tx) => {
    const list = await tx.prisma.blockList.findUnique({ where: { id } });
    if (!list) throw notFound();
    await tx.prisma.blockList.delete({ where: { id } });
    await enqueue(tx, jobs.applyDomainRules, {});
    await recordAdminAction(tx, moderator, { action: 'unfollow-block-list', subject: list.url });
    tx.afterCommit(clearBlockedHostsCache);
  });
}

/** Lists are read again after a day. */
const refreshAfterMs = 86_400_000;

/** Reads the lists that are due. A list that cannot be read keeps the rules of its last version. */
export async function refreshBlockLists(): Promise<void> {
  const due = new Date(Date.now() - refreshAfterMs);
  const lists = await prisma().blockList.findMany({
    where: { OR: [{ readAt: null }, { readAt: { lt: due } }] },
    orderBy: { id: 'asc' },
  });
  for (const { id, url } of lists) {
    try {
      await applyList(Number(id), await fetchList(url));
    } catch (error) {
      await prisma().blockList.updateMany({ where: { id }, data: { error: explain(error).slice(0, 300) } });
    }
  }
}

async function applyList(listId: number, text: string): Promise<void> {
  const { added, changed, skipped, listed } = await previewImport(text, listId);
  await transactWithPrisma(async (tx) => {
    const { count } = await tx.prisma.blockList.updateMany({
      where: { id: listId },
      data: { readAt: new Date(), error: null, skipped: skipped.length },
    });
    if (count === 0) return;
    const gone = await tx.prisma.domainBlock.deleteMany({ where: { listId, host: { notIn: listed } } });
    await writeRules(tx, [...added, ...changed], listId);
    if (gone.count > 0) await enqueue(tx, jobs.applyDomainRules, {});
    tx.afterCommit(clearBlockedHostsCache);
  });
}

/** Throws validation_failed on `url`. */
async function fetchList(url: string): Promise<string> {
  checkUrl(url);
  try {
    const { status, body } = await fetchDocument(url, {
      accept: 'text/csv, application/json',
      maxBytes,
      forMember: true,
    });
    if (status !== 200) throw invalid('url', t('errors.block-list-status', { status }));
    return new TextDecoder().decode(body);
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
