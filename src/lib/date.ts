/** Reads dates of other programs, and says which dates the database and RFC 3339 can hold. */

/** PostgreSQL can store these years, and RFC 3339 can represent them. */
export function isStorableDate(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

const maxLength = 64;
const timestamp =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)?$/;
/** As in mails and HTTP headers (RFC 5322). */
const internetDate = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/;

/**
 * Reads ISO 8601, also as PostgreSQL prints it, and RFC 5322. A time without an offset is UTC. Returns null for another
 * text, and for a date that cannot be stored.
 */
export function readDate(written: string): Date | null {
  if (written.length > maxLength) return null;
  const text = written.trim();
  const [iso, day, time = '00:00', seconds = '00', fraction = '0', hours = '+00', minutes = '00'] =
    timestamp.exec(text) ?? [];
  if (!iso && !internetDate.test(text)) return null;

  const date = new Date(iso ? `${day}T${time}:${seconds}.${fraction.slice(0, 3)}${hours}:${minutes}` : text);
  return isStorableDate(date) ? date : null;
}
