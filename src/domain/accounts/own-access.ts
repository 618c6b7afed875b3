/** How members come in, and who else acts for them, as they see and change it themselves. */
import { prisma } from '../../db/client.ts';
import {
  type AppRow,
  type BrowserRow,
  deleteBrowsers,
  endGrants,
  listApps,
  listBrowsers,
  lockGrants,
} from '../../db/sql/access.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact, transactWithPrisma } from '../../db/transaction.ts';
import { checkPassword, hashPassword, verifyPassword } from './password.ts';

export async function isOwnPassword(accountId: number, password: string): Promise<boolean> {
  const member = await prisma().member.findUnique({ where: { accountId } });
  return verifyPassword(password, member?.passwordHash || null);
}

/** Null for none. */
export async function findOwnEmail(accountId: number): Promise<string | null> {
  return (await prisma().member.findUnique({ where: { accountId } }))?.email ?? null;
}

interface Change {
  /** Every session but this one ends. */
  password?: string;
  email?: string | null;
  sessionId: number;
  /** The access of apps and tokens ends, too. */
  withApps?: boolean;
}

/** Throws validation_failed on `password`. */
export async function changeAccess(
  accountId: number,
  { password, email, sessionId, withApps = false }: Change,
): Promise<void> {
  if (password !== undefined) checkPassword(password);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  await transactWithPrisma(async (tx) => {
    await tx.prisma.member.update({ where: { accountId }, data: { passwordHash, email } });
    if (passwordHash !== undefined) await deleteBrowsers(tx, accountId, null, sessionId);
    if (withApps) await endApps(tx, accountId, null);
  });
}

export const listOwnBrowsers = (accountId: number): Promise<BrowserRow[]> => listBrowsers(db, accountId);

/** The member's own; nothing happens when there is none such. */
export async function endSession(accountId: number, sessionId: number): Promise<void> {
  await deleteBrowsers(db, accountId, sessionId, 0);
}

export async function endOtherSessions(accountId: number, sessionId: number): Promise<void> {
  await deleteBrowsers(db, accountId, null, sessionId);
}

export type App = AppRow;

/** Those that may act for the member now. */
export const listOwnApps = (accountId: number): Promise<App[]> => listApps(db, accountId);

/** All it holds for this member is refused from now on. */
export async function endApp(accountId: number, clientId: string): Promise<void> {
  await transact((tx) => endApps(tx, accountId, clientId));
}

/** Whatever acts for the member, but this session. */
export async function endAllAccess(accountId: number, sessionId: number): Promise<void> {
  await transact(async (tx) => {
    await deleteBrowsers(tx, accountId, null, sessionId);
    await endApps(tx, accountId, null);
  });
}

async function endApps(tx: Tx, accountId: number, clientId: string | null): Promise<void> {
  await lockGrants(tx, accountId, clientId);
  await endGrants(tx, accountId, clientId);
}
