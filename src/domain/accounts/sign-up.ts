/** Strangers become members: at once, or after an administrator's word. */
import { isNameTaken } from '../../db/sql/applications.ts';
import { db } from '../../db/statement.ts';
import { DomainError, type FieldErrors, invalid } from '../../lib/errors.ts';
import { getInstanceProfile } from '../instance-profile.ts';
import { apply } from './applications.ts';
import { readEmail } from './email.ts';
import { checkPassword } from './password.ts';
import { register } from './register.ts';
import { checkUsername } from './username.ts';

export interface SignUp {
  username: string;
  password: string;
  /** Empty for none. */
  email: string;
  /** Why they want to join; asked for where somebody decides about it. */
  reason: string;
}

const longestReason = 1_000;

/** Throws validation_failed with all that is wrong, and forbidden where nobody may join. */
export async function checkSignUp({ username, password, email, reason }: SignUp): Promise<void> {
  const { registration } = await getInstanceProfile();
  if (registration === 'closed') throw new DomainError('forbidden', 'nobody can join by themselves');

  const errors: FieldErrors = {};
  const note = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      Object.assign(errors, error.errors);
    }
  };
  note(() => checkUsername(username));
  note(() => checkPassword(password));
  note(() => readEmail(email));
  if (registration === 'approval') note(() => checkReason(reason));
  if (!errors.name && (await isNameTaken(db, username))[0]?.taken) errors.name = ['is already taken'];
  if (Object.keys(errors).length > 0) throw new DomainError('validation_failed', errors);
}

function checkReason(reason: string): void {
  if (reason.trim() === '') throw invalid('reason', "can't be blank");
  if (reason.length > longestReason) throw invalid('reason', 'is too long');
}

/** Whether they are a member now; else they wait for an answer. Throws as `checkSignUp` does. */
export async function signUp(who: SignUp): Promise<boolean> {
  await checkSignUp(who);
  const { username, password } = who;
  const email = readEmail(who.email);
  const { registration } = await getInstanceProfile();
  if (registration === 'open') await register({ username, password, email });
  else await apply({ username, password, email, reason: who.reason.trim() });
  return registration === 'open';
}
