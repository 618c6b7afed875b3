/**
 * Makes passwords cheap to hash and hands out ready RSA keys, in the process of the test. Tests create about a thousand
 * accounts, and each would cost half a second of processor time. Servers that tests start as processes are not
 * affected.
 */
import type { KeyObject, RSAKeyPairKeyObjectOptions, ScryptOptions } from 'node:crypto';
import { vi } from 'vitest';

type Derived = (error: Error | null, key: Buffer) => void;

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  const { promisify } = await import('node:util');
  const { inject } = await import('vitest');
  const stock = inject('testServer').rsaKeys;
  let taken = 0;

  /** Returns another pair than the last calls did, until the stock has been used up. */
  function takeKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
    const privateKey = crypto.createPrivateKey(stock[taken++ % stock.length]!);
    return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
  }

  const isReady = (type: string, options?: object) =>
    type === 'rsa' && JSON.stringify(options) === '{"modulusLength":2048}';
  const generate = promisify(crypto.generateKeyPair);

  return {
    ...crypto,
    scrypt: (password: string, salt: Buffer, length: number, options: ScryptOptions, done: Derived) =>
      crypto.scrypt(password, salt, length, { ...options, N: 2 ** 10 }, done),
    scryptSync: (password: string, salt: Buffer, length: number, options: ScryptOptions) =>
      crypto.scryptSync(password, salt, length, { ...options, N: 2 ** 10 }),
    generateKeyPair: Object.assign(crypto.generateKeyPair.bind(null), {
      [promisify.custom]: async (type: 'rsa', options: RSAKeyPairKeyObjectOptions) =>
        isReady(type, options) ? takeKeys() : generate(type, options),
    }),
    generateKeyPairSync: (type: 'rsa', options: RSAKeyPairKeyObjectOptions) =>
      isReady(type, options) ? takeKeys() : crypto.generateKeyPairSync(type, options),
  };
});
