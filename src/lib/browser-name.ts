/** Turns a User-Agent header into a readable name. */
import { excerpt } from './html/html.ts';

/** The first match wins, because most browsers also name others. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrom', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'an iPhone'],
  ['iPad', 'an iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'a Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const find = (names: typeof browsers | typeof systems) => names.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return excerpt(userAgent, 60) || 'Unknown browser';
}
