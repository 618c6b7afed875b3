/** Public keys as signatures are checked with. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignatureClaim } from './claim.ts';

const smallestRsa = 2048;
/** Beyond this a single check would cost a stranger nothing and us a lot. */
const largestRsa = 8192;

/** Null for what is no RSA key of 2048 to 8192 bits and no Ed25519 key. */
export function readPublicKey(pem: string): KeyObject | null {
  if (!pem.includes('PUBLIC KEY-----')) return null;
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= smallestRsa && bits <= largestRsa ? key : null;
  } catch {
    return null;
  }
}

/** The algorithm follows from the key alone: RSASSA-PKCS1-v1_5 with SHA-256, or Ed25519. */
export function isSignedBy({ base, signature, keyType }: SignatureClaim, key: KeyObject): boolean {
  if (keyType !== null && keyType !== key.asymmetricKeyType) return false;
  return verify(key.asymmetricKeyType === 'rsa' ? 'sha256' : null, base, key, signature);
}
