/** Confirms the e-mail address of somebody who signs up, which creates the account where sign-up is open. */
import { prisma } from '../../db/client.ts';
import { countMailLinksOfApplication } from '../../db/sql/mail.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { getInstanceProfile } from '../instance/profile.ts';
import { findMailLink, useMailLink } from '../mail/links.ts';
import { mailToConfirm, notifyOperators } from '../mail/mail.ts';
import { admit } from './applications.ts';

const usedLink = () => new DomainError('gone', t('errors.link-used-or-expired'));

async function findApplication(token: string) {
  const link = await findMailLink('confirm_sign_up', token);
  if (!link?.applicationId) return null;
  return prisma().application.findUnique({ where: { id: link.applicationId } });
}

/** Returns the name of the account, or null for a link that was used or has expired. */
export const findConfirmableName = async (token: string): Promise<string | null> =>
  (await findApplication(token))?.username ?? null;

/** Returns whether there is an account now, or an administrator has to approve it. Throws gone and conflict. */
export async function confirmSignUp(token: string): Promise<{ username: string; isMember: boolean }> {
  const application = await findApplication(token);
  if (!application) throw usedLink();
  const { registration } = await getInstanceProfile();
  const { id, username, awaitsConfirmation, invitedById } = application;
  const emailConfirmedAt = new Date();
  const useLink = async (tx: PrismaTx) => {
    if (!(await useMailLink(tx, 'confirm_sign_up', token))) throw usedLink();
  };

  // A server that was closed or began to ask for approval in the meantime leaves the decision to its administrators.
  if (awaitsConfirmation && (registration === 'open' || invitedById !== null)) {
    await admit({ ...application, emailConfirmedAt }, useLink);
    return { username, isMember: true };
  }
  await transactWithPrisma(async (tx) => {
    await useLink(tx);
    await tx.prisma.application.update({
      where: { id },
      data: { awaitsConfirmation: false, emailConfirmedAt },
    });
    if (awaitsConfirmation) await notifyOperators(tx, 'new-account-request', {});
  });
  return { username, isMember: false };
}

/** Links that one application gets. */
const maxLinks = 4;

/** Sends the link again. Returns false if this was done too often. Throws rate_limited. */
export async function resendConfirmation(applicationId: number, clientAddress: string): Promise<boolean> {
  return transactWithPrisma(async (tx) => {
    const application = await tx.prisma.application.findUnique({ where: { id: applicationId } });
    const [links] = await countMailLinksOfApplication(tx, applicationId);
    if (!application?.email || links!.count >= maxLinks) return false;
    const { email, username } = application;
    await mailToConfirm(
      tx,
      email,
      'confirm-sign-up',
      { applicationId, username },
      { requester: { clientAddress } },
    );
    return true;
  });
}
