/** Resets forgotten passwords by a one-time link that is sent to the confirmed e-mail address. */
import { lockResettableMembers } from '../../db/sql/log-in.ts';
import { deleteMail, insertMail, selectMail } from '../../db/sql/mail.ts';
import { db } from '../../db/statement.ts';
import { transact, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { normaliseHandle } from '../accounts/account.ts';
import { checkPassword, hashPassword } from '../accounts/password.ts';
import { findMailLink, useMailLink } from '../mail/links.ts';
import { isMailOn, mailAddress } from '../mail/mail.ts';
import { mayLogIn } from './active-member.ts';
import { setPasswordByReset } from './credentials.ts';

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
  const [request] = await selectMail(db, mailId);
  if (!request) return;
  const { identifier } = request.data as { identifier: string };
  await transact(async (tx) => {
    const handle = normaliseHandle(identifier.trim());
    const members = await lockResettableMembers(tx, handle, identifier.trim());
    // In the language of each member.
    for (const { accountId, username, email } of members)
      await mailAddress(tx, email, 'reset-password', { username }, { accountId, language: null });
    await deleteMail(tx, mailId);
  });
}

export const isResetTokenValid = async (token: string): Promise<boolean> =>
  (await findMailLink('reset_password', token)) !== null;

/** Ends all sessions and tokens, and removes passkeys. Throws gone for a used or expired link, and validation_failed on `password`. */
export async function resetForgottenPassword(token: string, password: string): Promise<void> {
  if (!(await isResetTokenValid(token))) throw invalidLink();
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  await transactWithPrisma(async (tx) => {
    const link = await useMailLink(tx, 'reset_password', token);
    const member =
      link?.accountId && (await tx.prisma.account.findFirst({ where: { id: link.accountId, ...mayLogIn } }));
    if (!member) throw invalidLink();
    const accountId = Number(member.id);
    await setPasswordByReset(tx, { accountId, username: member.username }, passwordHash);
  });
}

const invalidLink = () => new DomainError('gone', t('errors.link-used-or-expired'));
