/** Measures RSA-2048 signatures and verifications on all cores. */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { rateOf } from '../load/rate.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

await receiveMessage();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const text = Buffer.from('(request-target): post /inbox\n'.padEnd(256, '.'));
const signature = await promisify(sign)('sha256', text, privateKey);
const load = { parallel: 16, seconds: 3 };

await sendResult({
  sign: await rateOf(() => promisify(sign)('sha256', text, privateKey), load),
  verify: await rateOf(() => promisify(verify)('sha256', text, publicKey, signature), load),
});
