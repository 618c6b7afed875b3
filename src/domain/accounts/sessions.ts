/** Members who are logged in with a browser. */
import {
  deleteSession,
  insertSession,
  type SessionRow,
  selectLogin,
  selectSession,
} from '../../db/sql/sessions.ts';
import { db } from '../../db/statement.ts';
import { DomainError } from '../../lib/errors.ts';
import { hashOpaque, mintOpaque } from '../../lib/opaque.ts';
import { normaliseHandle } from './account.ts';
import { verifyPassword } from './password.ts';

export type Session = SessionRow;

/** Seconds. */
export const sessionLife = 30 * 86_400;

const form = /^pls_[A-Za-z0-9_-]{43}$/;

/**
 * The new session's text, which is kept nowhere. Null for an unknown name, a wrong password and a member who may not act,
 * and it takes as long to find out for each. Throws conflict for the right password of who waits for an account.
 */
export async function logIn(who: {
  name: string;
  password: string;
  userAgent: string;
}): Promise<string | null> {
  const [member] = await selectLogin(db, normaliseHandle(who.name.trim()));
  // A member without a password has an empty hash.
  const known = member?.password_hash || null;
  const isRight = await verifyPassword(who.password, known);
  if (!member || !known || !isRight) return null;
  if (member.account_id === null) throw new DomainError('conflict', 'the account is not approved yet');

  const { text, hash } = mintOpaque('pls_');
  const [session] = await insertSession(
    db,
    hash,
    member.account_id,
    known,
    who.userAgent.slice(0, 200),
    sessionLife,
  );
  return session ? text : null;
}

/** Null for one that ended, was never, or whose member may not act any more. */
export async function findSession(text: string): Promise<Session | null> {
  if (!form.test(text)) return null;
  const [session] = await selectSession(db, hashOpaque(text));
  return session ?? null;
}

export async function logOut(text: string): Promise<void> {
  await deleteSession(db, hashOpaque(text));
}
