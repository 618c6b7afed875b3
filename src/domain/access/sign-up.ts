/** Lets strangers sign up: at once, or after an administrator's approval. */
import { prisma } from '../../db/client.ts';
import { DomainError, type FieldErrors, invalid } from '../../lib/errors.ts';
import { parseEmail } from '../accounts/email.ts';
import { checkPassword } from '../accounts/password.ts';
import { register } from '../accounts/register.ts';
import { checkUsername } from '../accounts/username.ts';
import { getInstanceProfile } from '../instance/profile.ts';
import { submitApplication } from './applications.ts';

export interface SignUp {
  username: string;
  password: string;
  /** Empty for none. */
  email: string;
  /** Why they want to join; required where sign-ups need approval. */
  reason: string;
}

const maxReasonLength = 1_000;

/** Throws validation_failed with all field errors, and forbidden while registration is closed. */
export async function checkSignUp({ username, password, email, reason }: SignUp): Promise<void> {
  const { registration } = await getInstanceProfile();
  if (registration === 'closed') throw new DomainError('forbidden', 'registration is closed');

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
  collect(() => parseEmail(email));
  if (registration === 'approval') collect(() => checkReason(reason));
  if (!errors.name && (await isNameTaken(username))) errors.name = ['is already taken'];
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
  if (reason.trim() === '') throw invalid('reason', "can't be blank");
  if (reason.length > maxReasonLength) throw invalid('reason', 'is too long');
}

/** Returns true for a new member, and false for a submitted application. Throws like `checkSignUp`. */
export async function signUp(draft: SignUp): Promise<boolean> {
  await checkSignUp(draft);
  const { username, password } = draft;
  const email = parseEmail(draft.email);
  const { registration } = await getInstanceProfile();
  if (registration === 'open') await register({ username, password, email });
  else await submitApplication({ username, password, email, reason: draft.reason.trim() });
  return registration === 'open';
}
