/** Repairs text whose UTF-8 bytes were read as Windows-1252: "crÃ¨me" is "crème". */

/** The characters of the bytes 80 to 9F. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const SIGNS = `\u0080-\u009f${WINDOWS_1252}`;
const REST = `[${SIGNS}\u00a0-\u00bf]`;
const MISREAD = new RegExp(`[\u00c2-\u00f4]${REST}`);
/** Most texts have none of the first bytes. */
const FIRST = /[\u00c2-\u00f4]/;
/**
 * Words of western languages, and signs such as ’ and ⅓, within a text that is right otherwise. After a capital letter,
 * Ã may be itself, as in "MAÇÃ".
 */
const SEQUENCE = new RegExp(`(?<!\\p{Lu})[ÂÃ]${REST}|[ÂÃ][${SIGNS}]|â[${SIGNS}]${REST}`, 'gu');
const LONE = /(?<=[\p{Ll}\p{N}])Â(?=\s|$)/gu;
/** Letters that recipes have, punctuation and signs; "voilà »" with a no-break space would be something else. */
const PLAUSIBLE = new RegExp(
  String.raw`^[\n\r\t\u0020-\u007e\u00a0-\u024f\u0370-\u06ff\u0900-\u097f\u0e00-\u0e7f\u2000-\u215f` +
    String.raw`\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]*$`,
  'u',
);

export function repairMojibake(text: string): string {
  if (!FIRST.test(text)) return text;
  if (!MISREAD.test(text)) return text.includes('Â') ? text.replace(LONE, '') : text;
  return decoded(text) ?? text.replace(SEQUENCE, (sequence) => decoded(sequence) ?? sequence).replace(LONE, '');
}

/** Returns null if these are not the bytes of a text. */
function decoded(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sign = code < 0x100 ? -1 : WINDOWS_1252.indexOf(text[at]!);
    if (code >= 0x100 && sign < 0) return null;
    bytes[at] = sign < 0 ? code : 0x80 + sign;
  }

  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return PLAUSIBLE.test(whole) ? whole : null;
  } catch {
    return null;
  }
}
