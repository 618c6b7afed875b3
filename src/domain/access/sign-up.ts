/** Lets strangers sign up: at once, or after the confirmation of their e-mail address or an administrator's approval. */
import { prisma } from '../../db/client.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError, type FieldErrors, invalid } from '../../lib/errors.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { parseEmail } from '../accounts/email.ts';
import { checkPassword } from '../accounts/password.ts';
import { register } from '../accounts/register.ts';
import { checkUsername } from '../accounts/username.ts';
import { getInstanceProfile } from '../instance/profile.ts';
import { isMailOn } from '../mail/mail.ts';
import { submitApplication } from './applications.ts';
import { requestEmailConfirmation } from './email.ts';
import { findInvitation, takeInvitation } from './invitations.ts';

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
  const { username, password, email, reason } = draft;
  const { registration } = await readMode(draft);
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
export type SignUpResult = 'member' | 'pending' | 'unconfirmed';

/** Throws like `checkSignUp`. */
export async function signUp(draft: SignUp): Promise<SignUpResult> {
  await checkSignUp(draft);
  const { username, password, clientAddress } = draft;
  const email = parseEmail(draft.email);
  const { registration, invitation } = await readMode(draft);
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
