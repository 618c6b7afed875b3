/** Reads dates of other programs, and says which dates the database and RFC 3339 can hold. */

/** PostgreSQL can store these years, and RFC 3339 can represent them. */
export function isStorableDate(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

const maxLength = 64;
const day = /(\d{4}-\d{2}-\d{2})/;
const timeOfDay = /(\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?/;
/** Python may write a Z behind the offset, and Java the name of the zone. */
const offset = /\s?(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?[Zz]?)?(?:\[[\w/+-]+\])?/;
const timestamp = new RegExp(`^${day.source}(?:[Tt ]${timeOfDay.source})?${offset.source}$`);
/** Without separators (ISO 8601 section 4.1.2.2). */
const basicTimestamp = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?=Z|[+-]\d{2}:?\d{2}$)/;
/** As in mails and HTTP headers (RFC 5322), and as JavaScript prints a date. */
const internetDate = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/;
const javaScriptDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[+-]\d{4}(?= \([^()]*\)$|$)/;
const seconds = /^\d{9,10}$/;
const milliseconds = /^\d{12,13}$/;

/**
 * Reads ISO 8601, also as PostgreSQL, Python and Java print it, RFC 5322, the text of a JavaScript date, and Unix times
 * of this century. A time without an offset is UTC. Returns null for another text, and for a date that cannot be stored.
 */
export function readDate(written: string): Date | null {
  if (written.length > maxLength) return null;
  const text = written.trim().replace(basicTimestamp, '$1-$2-$3T$4:$5:$6');
  const date = readIso(text) ?? readOther(text);
  return date && isStorableDate(date) ? date : null;
}

function readIso(text: string): Date | null {
  const [iso, date, time = '00:00', second = '00', fraction = '0', hours = '+00', minutes = '00'] =
    timestamp.exec(text) ?? [];
  return iso ? new Date(`${date}T${time}:${second}.${fraction.slice(0, 3)}${hours}:${minutes}`) : null;
}

function readOther(text: string): Date | null {
  if (internetDate.test(text)) return new Date(text);
  const [printed] = javaScriptDate.exec(text) ?? [];
  if (printed) return new Date(printed);
  if (seconds.test(text)) return new Date(Number(text) * 1_000);
  return milliseconds.test(text) ? new Date(Number(text)) : null;
}
