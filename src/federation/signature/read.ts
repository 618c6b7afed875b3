/** Finds the signature of a request, in whichever dialect it is written. */
import { originOf } from '../../lib/iris.ts';
import { readCavage } from './cavage.ts';
import { type SignatureClaim, type SignedRequest, unsigned } from './claim.ts';
import { readRfc9421 } from './rfc9421.ts';

const maxHeader = 8_192;
const maxKeyIdBytes = 1_024;

/** Coverage, time and digest are checked here; the signature itself is not. Throws a Refusal. */
export function readSignature(request: SignedRequest, now = Date.now() / 1000): SignatureClaim {
  const signature = request.headers.get('signature');
  if (!signature) throw unsigned('the request is not signed');
  if (signature.length > maxHeader) throw unsigned('the Signature header is too long');

  const input = request.headers.get('signature-input');
  return input ? readRfc9421(request, input, signature, now) : readCavage(request, signature, now);
}

/** Whether a key id may be looked up and stored. */
export function isKeyId(keyId: string): boolean {
  return originOf(keyId) !== null && Buffer.byteLength(keyId) <= maxKeyIdBytes;
}
