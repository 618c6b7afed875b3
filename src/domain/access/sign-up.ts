/** Sign-ups, invitations and the set-up of the first account. */
import { randomBytes } from 'node:crypto';
import { prisma, withNumbers } from '../../db/client.ts';
import {
  insertInvitation,
  lockInviter,
  selectUsableInvitation,
  type UsableInvitation,
  useInvitation,
} from '../../db/sql/log-in.ts';
import { countMailLinksOfApplication } from '../../db/sql/mail.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, type Tx, transact, transactWithPrisma } from '../../db/transaction.ts';
import type { MemberRole } from '../../db/vocabulary.ts';
import { DomainError, type FieldErrors, invalid, notFound } from '../../lib/errors.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, checkUsername } from '../accounts/account.ts';
import { checkPassword, createMemberAccount, hashPassword, parseEmail, register } from '../accounts/register.ts';
import {
  checkSetupToken,
  consumeSetupToken,
  getInstanceProfile,
  type InstanceProfile,
  type InstanceSettings,
  setInstanceProfile,
} from '../instance/instance.ts';
import { findMailLink, goneLink, isMailOn, mailToConfirm, notifyOperators, useMailLink } from '../mail/mail.ts';
import { may } from '../roles/permissions.ts';
import { admit, submitApplication } from './applications.ts';
import { requestEmailConfirmation } from './email.ts';

// Lets members invite others by link, also where sign-up is closed or needs approval

export interface Invitation {
  id: number;
  code: string;
  maxUses: number;
  uses: number;
  autofollow: boolean;
  createdAt: Date;
  expiresAt: Date;
}

interface InvitationDraft {
  maxUses: number;
  days: number;
  autofollow: boolean;
}

export const maxInvitationUses = 100;
export const maxInvitationDays = 30;
/** Of one member, that others can still use. */
const maxOpenInvitations = 20;

const isAllowed = ({ invitations }: InstanceProfile, role: MemberRole): boolean =>
  invitations === 'everybody' || (invitations === 'moderators' && may(role, 'answer-sign-ups'));

/** Whether the operator lets this role invite. */
export const mayInvite = async (role: MemberRole): Promise<boolean> => isAllowed(await getInstanceProfile(), role);

/** Newest first, with those that expired in the last 30 days. */
export async function listInvitations(accountId: number): Promise<Invitation[]> {
  const rows = await prisma().invitation.findMany({
    where: { accountId },
    orderBy: { id: 'desc' },
    take: 100,
  });
  return rows.map(withNumbers);
}

/** Throws forbidden, and validation_failed on `uses`, on `days`, and on `base` for more than 20 open ones. */
export async function createInvitation(
  { accountId, role }: { accountId: number; role: MemberRole },
  { maxUses, days, autofollow }: InvitationDraft,
): Promise<void> {
  if (!(await mayInvite(role))) throw new DomainError('forbidden', t('access.may-not-invite'));
  if (!Number.isInteger(maxUses) || maxUses < 1 || maxUses > maxInvitationUses)
    throw invalid('uses', t('access.uses-range', { max: maxInvitationUses }));
  if (!Number.isInteger(days) || days < 1 || days > maxInvitationDays)
    throw invalid('days', t('access.days-range', { max: maxInvitationDays }));
  const code = randomBytes(16).toString('base64url');
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  await transact(async (tx) => {
    await lockInviter(tx, accountId);
    const added = await insertInvitation(tx, accountId, code, maxUses, expiresAt, autofollow, maxOpenInvitations);
    if (added.length === 0) throw invalid('base', t('access.too-many-invitations', { max: maxOpenInvitations }));
  });
}

/** The link no longer works. Throws not_found. */
export async function revokeInvitation(accountId: number, id: number): Promise<void> {
  const { count } = await prisma().invitation.deleteMany({ where: { id, accountId } });
  if (count === 0) throw notFound();
}

/** Returns null for a code that does not let anybody sign up, or no longer. */
export async function findInvitation(code: string): Promise<UsableInvitation | null> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(code)) return null;
  const [found] = await selectUsableInvitation(db, code);
  return found && isAllowed(await getInstanceProfile(), found.role) ? found : null;
}

/** A step of the sign-up. Throws validation_failed if somebody else used it up in the meantime. */
async function takeInvitation(tx: Tx, code: string): Promise<void> {
  if ((await useInvitation(tx, code)).length === 0) throw invalid('base', t('access.invitation-used-up'));
}

// Lets strangers sign up: at once, or after the confirmation of their e-mail address or an administrator's approval

export interface SignUp {
  username: string;
  password: string;
  /** Empty for none. */
  email: string;
  /** Why they want to join; required where sign-ups need approval. */
  reason: string;
  /** The code of an invitation. One that is not usable counts as none. */
  invitation?: string;
  /** IP address. */
  clientAddress: string;
}

const maxReasonLength = 1_000;

/** Whether an account needs a confirmed e-mail address. */
export async function isConfirmationRequired(): Promise<boolean> {
  return isMailOn && (await getInstanceProfile()).confirmation === 'required';
}

/** An invitation opens sign-up for the one who has it. */
async function readMode({ invitation: code }: SignUp) {
  const invitation = code ? await findInvitation(code) : null;
  const { registration } = await getInstanceProfile();
  return { invitation, registration: invitation ? ('open' as const) : registration };
}

/** Throws validation_failed with all field errors, and forbidden while registration is closed. */
export async function checkSignUp(draft: SignUp): Promise<void> {
  await checkInMode(draft, await readMode(draft));
}

async function checkInMode(draft: SignUp, { registration }: Awaited<ReturnType<typeof readMode>>): Promise<void> {
  const { username, password, email, reason } = draft;
  if (registration === 'closed') throw new DomainError('forbidden', t('errors.registration-closed'));
  const needsEmail = await isConfirmationRequired();

  const errors: FieldErrors = {};
  const collect = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      Object.assign(errors, error.errors);
    }
  };
  collect(() => checkUsername(username));
  collect(() => checkPassword(password));
  collect(() => {
    if (parseEmail(email) === null && needsEmail) throw invalid('email', t('errors.blank'));
  });
  if (registration === 'approval') collect(() => checkReason(reason));
  if (!errors.name && (await isNameTaken(username))) errors.name = [t('errors.taken')];
  if (Object.keys(errors).length > 0) throw new DomainError('validation_failed', errors);
}

/** Deleted accounts and pending applications reserve their names too. */
async function isNameTaken(username: string): Promise<boolean> {
  const [account, application] = await Promise.all([
    prisma().account.findUnique({ where: { handle: username }, select: { id: true } }),
    prisma().application.findUnique({ where: { username }, select: { id: true } }),
  ]);
  return account !== null || application !== null;
}

function checkReason(reason: string): void {
  if (reason.trim() === '') throw invalid('reason', t('errors.blank'));
  if (reason.length > maxReasonLength) throw invalid('reason', t('errors.too-long'));
}

/** A new member, or an application that waits for an administrator or for the confirmation of its address. */
type SignUpResult = 'member' | 'pending' | 'unconfirmed';

/** Throws like `checkSignUp`. */
export async function signUp(draft: SignUp): Promise<SignUpResult> {
  // Read once: an invitation that is used up in the meantime must not turn into an application to a closed server.
  const mode = await readMode(draft);
  await checkInMode(draft, mode);
  const { registration, invitation } = mode;
  const { username, password, clientAddress } = draft;
  const email = parseEmail(draft.email);
  const awaitsConfirmation = await isConfirmationRequired();
  const invited = {
    invitedById: invitation?.inviterId ?? null,
    followsInviter: invitation?.autofollow ?? false,
  };
  const takeUse = async (tx: Tx) => {
    if (invitation) await takeInvitation(tx, draft.invitation!);
  };
  if (registration === 'open' && !awaitsConfirmation) {
    const { language } = reader();
    const { id } = await register({ username, password, email, language, ...invited }, takeUse);
    if (isMailOn && email !== null) await requestEmailConfirmation(id);
    return 'member';
  }
  const reason = registration === 'open' ? '' : draft.reason.trim();
  const application = { username, password, email, reason, awaitsConfirmation, clientAddress, ...invited };
  await submitApplication(application, takeUse);
  return awaitsConfirmation ? 'unconfirmed' : 'pending';
}

// Confirms the e-mail address of somebody who signs up, which creates the account where sign-up is open

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
  if (!application) throw goneLink();
  const { registration } = await getInstanceProfile();
  const { id, username, awaitsConfirmation, invitedById } = application;
  const emailConfirmedAt = new Date();
  const useLink = async (tx: PrismaTx) => {
    if (!(await useMailLink(tx, 'confirm_sign_up', token))) throw goneLink();
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
    await mailToConfirm(tx, email, 'confirm-sign-up', { applicationId, username }, { requester: { clientAddress } });
    return true;
  });
}

// Creates the first administrator with the one-time token that the first start printed

/**
 * Creates the account and stores the instance profile in one transaction. Throws forbidden for a wrong or used token,
 * and validation_failed on `name` and `password`.
 */
export async function completeSetup(
  token: string,
  { name: username, password }: { name: string; password: string },
  instance: Partial<InstanceSettings> = {},
): Promise<Account> {
  await checkSetupToken(token);
  checkUsername(username);
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return createMemberAccount({ username, admin: true, language: reader().language }, async (tx) => {
    await consumeSetupToken(tx, token);
    await setInstanceProfile(tx, instance);
    return passwordHash;
  });
}
