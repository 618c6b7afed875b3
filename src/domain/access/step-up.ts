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

/** Returns whether the code of the app or the recovery code was right. Each works once. */
export async function proveWithCode({ id, accountId }: Session, code: string): Promise<boolean> {
  const isRight = await useSecondFactor(accountId, code);
  if (isRight) await renewAuthentication(id);
  return isRight;
}

/** Returns whether the passkey belongs to the member. */
export async function proveWithPasskey(
  { id, accountId }: Session,
  answer: { state: string; credential: string },
): Promise<boolean> {
  const isRight = (await verifyPasskey(answer)) === accountId;
  if (isRight) await renewAuthentication(id);
  return isRight;
}
