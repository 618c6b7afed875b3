/** Issues and checks the one-time token with which the first administrator opens the set-up page. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { selectHasAdministrator } from '../../db/sql/access.ts';
import { selectSetting, upsertSetting } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import type { PrismaTx } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

const key = 'setup_token';

/** Returns a new token, or null once there is an administrator. Only the token's hash is stored. */
export async function renewSetupToken(): Promise<string | null> {
  const [{ has_administrator } = { has_administrator: false }] = await selectHasAdministrator(db);
  if (has_administrator) return null;
  const token = randomBytes(24).toString('base64url');
  await upsertSetting(db, key, JSON.stringify(hash(token)));
  return token;
}

/** Whether this is the latest token and nobody has used it. */
export async function isSetupToken(token: string): Promise<boolean> {
  const [stored] = await selectSetting(db, key);
  if (typeof stored?.value !== 'string') return false;
  return timingSafeEqual(Buffer.from(stored.value), Buffer.from(hash(token)));
}

/** Throws forbidden. */
export async function checkSetupToken(token: string): Promise<void> {
  if (!(await isSetupToken(token))) throw used();
}

/** Makes the token invalid. Of concurrent calls only one succeeds; the others throw forbidden. */
export async function consumeSetupToken(tx: PrismaTx, token: string): Promise<void> {
  const { count } = await tx.prisma.setting.deleteMany({ where: { key, value: { equals: hash(token) } } });
  if (count === 0) throw used();
}

const used = () => new DomainError('forbidden', t('errors.setup-link-used'));

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
