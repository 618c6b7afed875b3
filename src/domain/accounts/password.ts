/** Passwords, kept as scrypt hashes that carry their own parameters. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../lib/errors.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 };
const maxmem = 64 * 2 ** 20;
const saltBytes = 16;
const hashBytes = 32;
const shortest = 10;

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

/** Takes as long for an unknown member (`null`) as for a wrong password. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? unknownHash).split('$');
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), parameters);
  return timingSafeEqual(derived, Buffer.from(key!, 'base64url')) && hash !== null;
}

const unknownHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${Buffer.alloc(hashBytes).toString('base64url')}`;

/** Throws validation_failed on `password`. */
export function checkPassword(password: string): void {
  if (password.length < shortest) throw invalid('password', `must have at least ${shortest} characters`);
}

/** 128 bits of chance, for an account whose owner named none. */
export function generatePassword(): string {
  return randomBytes(16).toString('base64url');
}
