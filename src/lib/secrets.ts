/** Keys derived from the secret of the server, and random tokens. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheVariable } from './cache.ts';
import { config } from './config.ts';
import { createDataDir } from './data-folder.ts';

// Creates and hashes opaque tokens. A token is handed out once, and only its SHA-256 is stored.

interface OpaqueToken {
  text: string;
  hash: Buffer<ArrayBuffer>;
}

/** The prefix tells what the token is for. 256 random bits follow in 43 characters. */
export function createOpaqueToken(prefix: string): OpaqueToken {
  const text = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { text, hash: hashOpaqueToken(text) };
}

export const hashOpaqueToken = (text: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(text).digest());

// Encrypts and signs data with the instance's secret, which is created at the first start

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const cached = cacheVariable<Buffer | undefined>(undefined);

export const secretFile = join(config.dataDir, 'secret');

/** Reads the 256-bit secret from the data folder. Processes that start together agree on one. */
function secret(): Buffer {
  cached.current ??= readOrCreate(secretFile);
  return cached.current;
}

/** The file may be right. The message says how to make it readable, so that nobody replaces it. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
  readonly values: { file: string; reader: string; owner: string; mode: string };

  constructor(file: string, { code }: NodeJS.ErrnoException) {
    const [reader, { uid, mode: bits }] = [String(process.geteuid?.()), statSync(file)];
    const mode = (bits & 0o777).toString(8);
    super(
      `${file} cannot be read by user ${reader} (${code}): it belongs to user ${uid}, with mode ${mode}. ` +
        `Start as that user, or run "chown ${reader} ${file}". Do not replace the file: it is the key to the database.`,
    );
    this.values = { file, reader, owner: String(uid), mode };
  }
}

/** Throws SecretUnreadable. */
function readOrCreate(path: string): Buffer {
  createDataDir();
  try {
    writeFileSync(path, randomBytes(keyBytes).toString('base64url'), { flag: 'wx', mode: 0o600 });
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readSecret(path).trim(), 'base64url');
  if (key.length !== keyBytes)
    throw new Error(`${path} is not a secret of ${keyBytes} bytes: restore it from a backup`);
  return key;
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SecretUnreadable(path, error as NodeJS.ErrnoException);
  }
}

/** AES-256-GCM. Returns nonce, tag and ciphertext. */
export function encrypt(plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret(), nonce);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws if the bytes were encrypted with another secret or changed. */
export function decrypt(encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv('aes-256-gcm', secret(), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

/** HMAC-SHA256 with a key derived from the secret. Signatures made for one purpose are invalid for another. */
export function sign(purpose: string, text: string): Buffer {
  const key = hkdfSync('sha256', secret(), '', purpose, keyBytes);
  return createHmac('sha256', Buffer.from(key)).update(text).digest();
}
