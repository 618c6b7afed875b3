/** Carries a log-in from the right password to the second factor, encrypted, in the browser's own form. */
import { createHash } from 'node:crypto';
import { decrypt, encrypt } from '../../lib/secrets.ts';

/** How long the code of the second factor may take. */
const ttlMs = 10 * 60_000;

export interface Challenge {
  accountId: number;
  /** Of the password hash, so that a changed password ends the challenge. */
  fingerprint: string;
}

export const fingerprintOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url');

export function writeChallenge(accountId: number, passwordHash: string): string {
  const content = { accountId, fingerprint: fingerprintOf(passwordHash), until: Date.now() + ttlMs };
  return encrypt(Buffer.from(JSON.stringify({ logIn: content }))).toString('base64url');
}

/** Returns null for a text that this server did not write, and after 10 minutes. */
export function readChallenge(text: string): Challenge | null {
  try {
    const { logIn } = JSON.parse(decrypt(Buffer.from(text, 'base64url')).toString()) as {
      logIn: Challenge & { until: number };
    };
    return logIn.until > Date.now() ? logIn : null;
  } catch {
    return null;
  }
}
