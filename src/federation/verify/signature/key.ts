/** Reads public keys and checks signatures with them. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignatureClaim } from './signature-claim.ts';

const minRsaBits = 2_048;
/** Larger keys make a check too expensive for us. */
const maxRsaBits = 8_192;

/** Returns null for a key that is neither Ed25519 nor RSA of 2048 to 8192 bits. */
export function readPublicKey(pem: string): KeyObject | null {
  if (!pem.includes('PUBLIC KEY-----')) return null;
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= minRsaBits && bits <= maxRsaBits ? key : null;
  } catch {
    return null;
  }
}

/** The type of the key decides the algorithm: RSASSA-PKCS1-v1_5 with SHA-256, or Ed25519. */
export function isSignedBy({ base, signature, keyType }: SignatureClaim, key: KeyObject): boolean {
  if (keyType !== null && keyType !== key.asymmetricKeyType) return false;
  return verify(key.asymmetricKeyType === 'rsa' ? 'sha256' : null, base, key, signature);
}
