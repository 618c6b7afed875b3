/** Requests for an account, and the answers to them. Until then there is no account: nobody, here or elsewhere, sees any. */
import {
  type ApplicationRow,
  countApplications,
  insertApplication,
  selectApplication,
  selectApplications,
  takeApplication,
} from '../../db/sql/applications.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { hashPassword } from './password.ts';
import { enrol } from './register.ts';

export type Application = ApplicationRow;

/** Strangers make these, so there is an end to them. */
const most = 500;

interface Wish {
  username: string;
  password: string;
  email: string | null;
  reason: string;
}

/** Throws validation_failed on `name` that somebody else asked for, and when too many wait. */
export async function apply({ username, password, email, reason }: Wish): Promise<void> {
  const passwordHash = await hashPassword(password);
  const [made] = await insertApplication(db, username, email, passwordHash, reason, most);
  if (made) return;
  const [waiting] = await countApplications(db);
  throw waiting!.count < most
    ? invalid('name', 'is already taken')
    : invalid('base', 'Too many people wait for an answer already. Come back in some days.');
}

/** Who waits longest comes first. */
export const listApplications = (limit: number): Promise<Application[]> => selectApplications(db, limit);

export async function getApplication(id: number): Promise<Application> {
  const [found] = await selectApplication(db, id);
  if (!found) throw notFound();
  return found;
}

/** They are a member from now on. Throws not_found, also when somebody else answered first, and conflict. */
export async function approve(id: number): Promise<void> {
  const { username, email } = await getApplication(id);
  await enrol({ username, email }, async (tx) => {
    const [taken] = await takeApplication(tx, id);
    if (!taken) throw notFound();
    return taken.password_hash;
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    throw new DomainError('conflict', `The name ${username} was given to somebody else meanwhile.`);
  });
}

/** Nothing is left of it, and the name may be asked for again. Throws not_found. */
export async function reject(id: number): Promise<void> {
  await transact(async (tx) => {
    const [taken] = await takeApplication(tx, id);
    if (!taken) throw notFound();
  });
}
