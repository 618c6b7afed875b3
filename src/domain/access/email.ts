/** E-mail addresses of members, and resets of passwords by e-mail. */
import { prisma } from '../../db/client.ts';
import { lockResettableMembers } from '../../db/sql/log-in.ts';
import { insertMail } from '../../db/sql/mail.ts';
import { type PrismaTx, transact, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { normaliseHandle } from '../accounts/account.ts';
import { checkPassword, hashPassword } from '../accounts/register.ts';
import { findMailLink, goneLink, isMailOn, mailAddress, mailToConfirm, useMailLink } from '../mail/mail.ts';
import { setPasswordByReset } from './credentials.ts';
import { mayLogIn } from './sessions.ts';

// Changes and confirms the e-mail address of a member

export interface EmailAddress {
  email: string | null;
  isConfirmed: boolean;
  /** Replaces `email` once it is confirmed. */
  newEmail: string | null;
  /** Lists of e-mails that the member does not want. */
  unsubscribed: string[];
}

export async function getEmail(accountId: number): Promise<EmailAddress> {
  const member = await prisma().member.findUniqueOrThrow({ where: { accountId } });
  const { email, emailConfirmedAt, newEmail, unsubscribed } = member;
  return { email, isConfirmed: emailConfirmedAt !== null, newEmail, unsubscribed };
}

/**
 * Stores the address at once while e-mail is off, and when it is removed. Otherwise it has to be confirmed first.
 * Throws rate_limited after 5 messages in a day.
 */
export async function changeEmail(accountId: number, email: string | null): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const before = await tx.prisma.member.findUniqueOrThrow({ where: { accountId } });
    if (email !== null && isMailOn) {
      if (email === before.email && before.emailConfirmedAt)
        return void (await tx.prisma.member.update({ where: { accountId }, data: { newEmail: null } }));
      await tx.prisma.member.update({ where: { accountId }, data: { newEmail: email } });
      return askToConfirm(tx, accountId, email);
    }
    if (email === before.email) return;
    await tx.prisma.member.update({
      where: { accountId },
      data: { email, emailConfirmedAt: null, newEmail: null },
    });
    await afterChange(tx, accountId, before, email);
  });
}

/** Sends the link again, or for the first time. Does nothing without an unconfirmed address. Throws rate_limited. */
export async function requestEmailConfirmation(accountId: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const { email, emailConfirmedAt, newEmail } = await tx.prisma.member.findUniqueOrThrow({
      where: { accountId },
    });
    const address = newEmail ?? (emailConfirmedAt ? null : email);
    if (address !== null) await askToConfirm(tx, accountId, address);
  });
}

async function askToConfirm(tx: PrismaTx, accountId: number, address: string): Promise<void> {
  const data = { username: await usernameOf(tx, accountId) };
  await mailToConfirm(tx, address, 'confirm-email', data, { accountId, requester: { memberId: accountId } });
}

/** Whether the link can still be used. */
export const isEmailTokenValid = async (token: string): Promise<boolean> =>
  (await findMailLink('confirm_email', token)) !== null;

/** Returns the confirmed address. Throws gone for a link that was used, has expired or is about another address. */
export async function confirmEmail(token: string): Promise<string> {
  return transactWithPrisma(async (tx) => {
    const link = await useMailLink(tx, 'confirm_email', token);
    const accountId = link?.accountId;
    const before = accountId && (await tx.prisma.member.findUnique({ where: { accountId } }));
    const isCurrent = before && [before.email, before.newEmail].includes(link.address);
    if (!isCurrent) throw goneLink();
    await tx.prisma.member.update({
      where: { accountId },
      data: { email: link.address, emailConfirmedAt: new Date(), newEmail: null },
    });
    await afterChange(tx, accountId, before, link.address);
    return link.address;
  });
}

interface Former {
  email: string | null;
  emailConfirmedAt: Date | null;
}

/** Links that were sent to the former address end, and that address is told. */
async function afterChange(tx: PrismaTx, accountId: number, { email, emailConfirmedAt }: Former, to: string | null) {
  if (email === null || email === to) return;
  await tx.prisma.mailLink.deleteMany({ where: { accountId } });
  const username = await usernameOf(tx, accountId);
  if (emailConfirmedAt) await mailAddress(tx, email, 'email-changed', { username, to }, { accountId });
}

async function usernameOf(tx: PrismaTx, id: number): Promise<string> {
  return (await tx.prisma.account.findUniqueOrThrow({ select: { username: true }, where: { id } })).username;
}

// Resets forgotten passwords by a one-time link that is sent to the confirmed e-mail address

/**
 * Stores the request for a job, so that the answer takes the same time whether or not the account exists.
 * @param identifier a name or an e-mail address
 */
export async function requestPasswordReset(identifier: string): Promise<void> {
  if (!isMailOn) return;
  await transact(async (tx) => {
    const [request] = await insertMail(tx, null, 'reset-request', '', JSON.stringify({ identifier }), null);
    await enqueue(tx, jobs.preparePasswordReset, { mailId: request!.id });
  });
}

/** Turns a stored request into messages to the members it names, if any. */
export async function preparePasswordReset(mailId: number): Promise<void> {
  const request = await prisma().mail.findUnique({ where: { id: mailId } });
  if (!request) return;
  const { identifier } = request.data as { identifier: string };
  await transactWithPrisma(async (tx) => {
    const handle = normaliseHandle(identifier.trim());
    const members = await lockResettableMembers(tx, handle, identifier.trim());
    // In the language of each member.
    for (const { accountId, username, email } of members)
      await mailAddress(tx, email, 'reset-password', { username }, { accountId, language: null });
    await tx.prisma.mail.deleteMany({ where: { id: mailId } });
  });
}

export const isResetTokenValid = async (token: string): Promise<boolean> =>
  (await findMailLink('reset_password', token)) !== null;

/**
 * Ends all sessions and tokens, and removes passkeys. Throws gone for a used or expired link, and validation_failed on
 * `password`.
 */
export async function resetForgottenPassword(token: string, password: string): Promise<void> {
  if (!(await isResetTokenValid(token))) throw goneLink();
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  await transactWithPrisma(async (tx) => {
    const link = await useMailLink(tx, 'reset_password', token);
    const member =
      link?.accountId && (await tx.prisma.account.findFirst({ where: { id: link.accountId, ...mayLogIn } }));
    if (!member) throw goneLink();
    const accountId = Number(member.id);
    await setPasswordByReset(tx, { accountId, username: member.username }, passwordHash);
  });
}
