/** The instance's own secret, made at first start, and what is sealed with it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from './config.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
let cached: Buffer | undefined;

export const secretFile = join(config.dataDir, 'secret');

/** 256 bits in `secret` of the data folder, readable by its owner alone; two processes starting at once agree on one. */
function secret(): Buffer {
  cached ??= readOrCreate(secretFile);
  return cached;
}

function readOrCreate(path: string): Buffer {
  mkdirSync(config.dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(keyBytes).toString('base64url'), { flag: 'wx', mode: 0o600 });
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (key.length !== keyBytes)
    throw new Error(`${path} is not a secret of ${keyBytes} bytes: restore it from a backup`);
  return key;
}

/** AES-256-GCM: nonce, tag, ciphertext. */
export function seal(plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret(), nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the bytes were sealed with another secret or changed since. */
export function unseal(sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', secret(), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
