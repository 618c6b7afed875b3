/** Reads the signature of a request, in either dialect. */
import { isUtf8 } from 'node:buffer';
import { normalIri, originOf } from '../../../lib/iris.ts';
import { readCavage } from './cavage.ts';
import { invalidSignature, type SignatureClaim, type SignedRequest } from './claim.ts';
import { readRfc9421 } from './rfc9421.ts';

const maxHeaderLength = 8_192;
const maxKeyIdBytes = 1_024;

/** Checks coverage, age and digest, but not the signature itself. Throws a Refusal. */
export function readSignature(request: SignedRequest): SignatureClaim {
  const signature = signatureOf(request.headers);
  if (!signature) throw invalidSignature('the request is not signed');
  if (signature.length > maxHeaderLength) throw invalidSignature('the Signature header is longer than 8 KiB');

  const input = request.headers.get('signature-input');
  const claim = input ? readRfc9421(request, input, signature) : readCavage(request, signature);
  const keyId = normalIri(fromBytes(claim.keyId));
  if (!isKeyId(keyId)) throw invalidSignature('the key id is not an http(s) IRI of at most 1,024 bytes');
  return { ...claim, keyId };
}

/** The draft also allows Authorization (section 3.1). Some senders begin the other header like that, too. */
function signatureOf(headers: Headers): string | null {
  const authorization = headers.get('authorization') ?? '';
  const header = headers.get('signature') ?? (/^Signature\s/i.test(authorization) ? authorization : null);
  return header?.replace(/^Signature\s+/i, '') ?? null;
}

export const isSigned = (headers: Headers): boolean => signatureOf(headers) !== null;

/** The bytes of a header are read as Latin-1. Some senders write IRIs in UTF-8. */
function fromBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** Whether a key id is an http(s) IRI short enough to be fetched and stored. */
export function isKeyId(keyId: string): boolean {
  return originOf(keyId) !== null && Buffer.byteLength(keyId) <= maxKeyIdBytes;
}
