/** Converts Ed25519 public keys to and from Multikey text (FEP-521a). */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { decodeMultibase, encodeMultibase } from '@fedify/fedify/runtime';

/** Multicodec `ed25519-pub`. */
const ED25519 = Buffer.from([0xed, 0x01]);
/** The bytes before the key in a SubjectPublicKeyInfo (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function toMultikey(publicKey: KeyObject): string {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length);
  return Buffer.from(encodeMultibase('base58btc', Buffer.concat([ED25519, raw]))).toString('ascii');
}

/** Returns null for anything but an Ed25519 key in base58btc. */
export function readMultikey(text: string): KeyObject | null {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return null;

  const bytes = Buffer.from(decodeMultibase(text));
  if (bytes.length !== 34 || !bytes.subarray(0, 2).equals(ED25519)) return null;
  return createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, bytes.subarray(2)]),
    format: 'der',
    type: 'spki',
  });
}
