/** Checks names of time zones. */

const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** Without aliases, which `isTimeZone` also accepts. */
export const timeZones = (): string[] => [...names];

export function isTimeZone(name: string): boolean {
  if (names.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,40}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
