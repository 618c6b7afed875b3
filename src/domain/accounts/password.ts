/** Hashes and verifies passwords with scrypt; each hash carries its own parameters. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../lib/errors.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 };
const maxmem = 64 * 2 ** 20;
const saltBytes = 16;
const hashBytes = 32;
const minLength = 10;

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

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

/** Throws validation_failed on `password`. */
export function checkPassword(password: string): void {
  if (password.length < minLength) throw invalid('password', `must have at least ${minLength} characters`);
}

/** Generates 128 random bits, for accounts created without a password. */
export function generatePassword(): string {
  return randomBytes(16).toString('base64url');
}
