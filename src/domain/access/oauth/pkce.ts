/** Verifies that the app that redeems a code is the one that requested it (PKCE, RFC 7636), with S256 only. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** A SHA-256 in base64url (RFC 7636 §4.2). */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** RFC 7636 §4.1. */
const isVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text);

/** RFC 7636 §4.6. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!isVerifier(verifier)) return false;
  const computed = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(computed), Buffer.from(challenge));
}
