/** Multibase in base58btc, in which keys and proofs are written (Controlled Identifiers 1.0 §2.4). */

const prefix = 'z';
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export const encodeMultibase = (bytes: Uint8Array): string =>
  prefix + [...convert([...bytes], 256, 58)].map((digit) => alphabet[digit]).join('');

/** Takes time that grows with the square of the length. Throws on other bases and characters. */
export function decodeMultibase(text: string): Buffer {
  const digits = [...text.slice(1)].map((character) => alphabet.indexOf(character));
  if (text[0] !== prefix || digits.includes(-1)) throw new Error('the text is not in base58btc');
  return Buffer.from(convert(digits, 58, 256));
}

/** Most significant digit first. Each leading zero stays one. */
function convert(digits: number[], from: number, to: number): number[] {
  const converted: number[] = [];
  for (const digit of digits) {
    let carry = digit;
    for (let at = 0; at < converted.length || carry > 0; at += 1) {
      carry += (converted[at] ?? 0) * from;
      converted[at] = carry % to;
      carry = Math.floor(carry / to);
    }
  }
  const firstDigit = digits.findIndex((digit) => digit !== 0);
  const zeros = firstDigit === -1 ? digits.length : firstDigit;
  return [...new Array<number>(zeros).fill(0), ...converted.reverse()];
}
