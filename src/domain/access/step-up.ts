/** Remembers for 10 minutes that a member proved in this session who they are (step-up authentication). */
import { prisma } from '../../db/client.ts';
import { verifyPasskey } from './passkeys.ts';
import { useSecondFactor } from './second-factor.ts';

export async function renewAuthentication(sessionId: number): Promise<void> {
  await prisma().session.updateMany({ where: { id: sessionId }, data: { authenticatedAt: new Date() } });
}

interface Session {
  id: number;
  accountId: number;
}

/**
 * Returns whether the code of the app or the recovery code was right. Each works once. Wrong codes are counted by session, so
 * that a stolen one cannot use up the guesses of a log-in. Throws rate_limited.
 */
export async function proveWithCode({ id, accountId }: Session, code: string): Promise<boolean> {
  const isRight = await useSecondFactor(accountId, `session ${id}`, code);
  if (isRight) await renewAuthentication(id);
  return isRight;
}

/** Returns whether the passkey belongs to the member and answered a challenge of this session. */
export async function proveWithPasskey(
  { id, accountId }: Session,
  answer: { state: string; credential: string },
): Promise<boolean> {
  const isRight = (await verifyPasskey(answer, id)) === accountId;
  if (isRight) await renewAuthentication(id);
  return isRight;
}
