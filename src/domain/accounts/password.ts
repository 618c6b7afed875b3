/** Hashes and verifies passwords with scrypt; each hash carries its own parameters. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { limitConcurrency } from '../../lib/semaphore.ts';

/** OWASP's minimum for a memory of 32 MiB per hash. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const maxmem = 64 * 2 ** 20;
const saltBytes = 16;
const hashBytes = 32;
const minLength = 10;
/** Two of the four threads that also read files and resolve names, and 64 MiB. */
const maxHashing = 2;
/** The last one waits about 4 s on a slow core. */
const maxWaiting = 20;
const withPermit = limitConcurrency(maxHashing, maxWaiting);

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  const hash = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  return withPermit(hash);
}

/** Throws unavailable while too many passwords are being hashed, like `verifyPassword`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** An unknown member (`null`) takes as long as a wrong password, so that timing reveals nothing. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? unknownHash).split('$');
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), parameters);
  return timingSafeEqual(derived, Buffer.from(key!, 'base64url')) && hash !== null;
}

const unknownHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${Buffer.alloc(hashBytes).toString('base64url')}`;

/** True if the hash was made with other parameters than new ones. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`scrypt$${cost.N}$${cost.r}$${cost.p}$`);
}

/** Throws validation_failed on `password`. */
export function checkPassword(password: string): void {
  if (password.length < minLength) throw invalid('password', t('errors.too-few-characters', { minLength }));
}

/** Generates 128 random bits, for accounts created without a password. */
export function generatePassword(): string {
  return randomBytes(16).toString('base64url');
}
