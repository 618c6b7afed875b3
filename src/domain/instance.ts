/** What the instance knows of itself: its origin, which decides every IRI, and the way in for its first operator. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { prisma } from '../db/client.ts';
import { hasAdmin, hasRemoteAccounts, rewriteOrigin } from '../db/sql/instance.ts';
import { takeSetting } from '../db/sql/settings.ts';
import { db } from '../db/statement.ts';
import { type Tx, transactWithPrisma } from '../db/transaction.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';

/** Thrown at start, with what the operator can do. */
export class OriginChanged extends Error {
  override readonly name = 'OriginChanged';
}

const originKey = 'base_url';
const setupKey = 'setup_token';

/** Notes our origin; a new one is taken only while no other server knows the old one. Throws OriginChanged. */
export async function claimOrigin(): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const noted = await tx.prisma.setting.findUnique({ where: { key: originKey } });
    const former = noted?.value;
    if (former === config.baseUrl) return;

    if (typeof former === 'string') {
      const [remote] = await hasRemoteAccounts(tx);
      if (remote?.found) {
        throw new OriginChanged(
          `BASE_URL is ${config.baseUrl}, but this database belongs to ${former}, and other servers know it by that name: set BASE_URL=${former}`,
        );
      }
      await rewriteOrigin(tx, former, config.baseUrl);
    }
    const value = config.baseUrl;
    await tx.prisma.setting.upsert({
      where: { key: originKey },
      create: { key: originKey, value },
      update: { value },
    });
  });
}

/** For who only visits: notes our origin where none is noted yet, and moves nothing. Throws OriginChanged. */
export async function keepOrigin(): Promise<void> {
  const noted = await findNotedOrigin();
  if (noted === null) return claimOrigin();
  if (noted === config.baseUrl) return;
  throw new OriginChanged(
    `BASE_URL is ${config.baseUrl}, but this database belongs to ${noted}: set BASE_URL=${noted}, as the server has it`,
  );
}

/** Null before the first start. */
export async function findNotedOrigin(): Promise<string | null> {
  const noted = await prisma().setting.findUnique({ where: { key: originKey } });
  return typeof noted?.value === 'string' ? noted.value : null;
}

/** A new one-time token for the set-up page, or null once there is an administrator; only its hash is kept. */
export async function renewSetupToken(): Promise<string | null> {
  const [admin] = await hasAdmin(db);
  if (admin?.found) return null;
  const token = randomBytes(24).toString('base64url');
  const value = hash(token);
  await prisma().setting.upsert({
    where: { key: setupKey },
    create: { key: setupKey, value },
    update: { value },
  });
  return token;
}

/** Whether this is the token last printed and nobody has used it. */
export async function isSetupToken(token: string): Promise<boolean> {
  const noted = await prisma().setting.findUnique({ where: { key: setupKey } });
  if (typeof noted?.value !== 'string') return false;
  return timingSafeEqual(Buffer.from(noted.value), Buffer.from(hash(token)));
}

/** Throws forbidden. */
export async function checkSetupToken(token: string): Promise<void> {
  if (!(await isSetupToken(token))) throw spent();
}

/** From now on it opens nothing. Throws forbidden when it did not before. */
export async function spendSetupToken(tx: Tx, token: string): Promise<void> {
  const [taken] = await takeSetting(tx, setupKey, JSON.stringify(hash(token)));
  if (!taken) throw spent();
}

const spent = () =>
  new DomainError('forbidden', 'This link was used or is not the latest: a restart prints a new one.');

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
