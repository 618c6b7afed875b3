/** Proof that who redeems a code is who asked for it (RFC 7636), by S256 alone. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** RFC 7636, section 4.2: a SHA-256 in base64url. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** RFC 7636, section 4.1. */
const isVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text);

/** RFC 7636, section 4.6. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!isVerifier(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}
