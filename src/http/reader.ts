/** Finds the language, time zone and units of a request: of the member, else of the cookies, else of the browser. */
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { parseAccept } from 'hono/utils/accept';
import { config } from '../lib/config.ts';
import { isTimeZone } from '../lib/language/formats.ts';
import { defaultLanguage, isLanguage, type Language, languages, pseudoLanguage } from '../lib/language/languages.ts';
import { isMeasurementSystem, type MeasurementSystem, type Reader, writeFor } from '../lib/language/reader.ts';

/** The script of every page sets the time zone's cookie. */
const cookies = { language: 'language', timeZone: 'time_zone', units: 'units' } as const;

function readerOf(c: Context): Reader {
  const hasCookies = c.req.header('cookie') !== undefined;
  const timeZone = hasCookies ? getCookie(c, cookies.timeZone) : undefined;
  return {
    language: (hasCookies && rememberedLanguage(c)) || chooseLanguage(c.req.header('accept-language')),
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : 'UTC',
    units: (hasCookies && rememberedUnits(c)) || undefined,
  };
}

/** Everything that handles the request writes in the reader's language. */
export const writeForReader: MiddlewareHandler = (c, next) => writeFor(readerOf(c), next);

/**
 * For what shared caches keep: the language is named in the address, `?lang=de`, or that of the browser. The member and
 * the cookies do not count.
 */
export async function writeForAddress<Result>(c: Context, write: () => Result | Promise<Result>) {
  const named = c.req.query('lang');
  const isNamed = named !== undefined && isLanguage(named);
  const language = isNamed ? named : chooseLanguage(c.req.header('accept-language'));
  const headers: Record<string, string> = { 'Content-Language': language };
  if (!isNamed) headers.Vary = 'Accept-Language';
  return { result: await writeFor({ language, timeZone: 'UTC' }, write), headers };
}

const oneYear = 365 * 86_400;

/** The visitor's choice, if any. */
export function rememberedLanguage(c: Context): Language | null {
  const language = getCookie(c, cookies.language);
  return language && isLanguage(language) ? language : null;
}

/** Keeps a visitor's choice. Null leaves it to the browser again. */
export const rememberLanguage = (c: Context, language: string | null): void => setChoice(c, cookies.language, language);

/** The visitor's choice, if any. */
function rememberedUnits(c: Context): MeasurementSystem | null {
  const units = getCookie(c, cookies.units);
  return isMeasurementSystem(units) ? units : null;
}

/** Null leaves recipes as they are written. */
export const rememberUnits = (c: Context, units: MeasurementSystem | null): void => setChoice(c, cookies.units, units);

function setChoice(c: Context, name: string, value: string | null): void {
  const secure = config.baseUrl.startsWith('https:');
  setCookie(c, name, value ?? '', { path: '/', sameSite: 'Lax', secure, maxAge: value === null ? 0 : oneYear });
}

/** The first language of an Accept-Language header that exists here, by quality (RFC 9110 §12.5.4). */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const wanted = acceptLanguage ? parseAccept(acceptLanguage.slice(0, 500)).filter(({ q }) => q > 0) : [];
  for (const { type } of wanted.toSorted((one, other) => other.q - one.q)) {
    const found = findLanguage(type);
    if (found) return found;
  }
  return defaultLanguage;
}

/** The same language in another region is close enough: `de-AT` finds `de`, and `pt` finds `pt-BR`. */
function findLanguage(tag: string): Language | undefined {
  const base = (text: string) => text.toLowerCase().split('-')[0];
  return tag.toLowerCase() === pseudoLanguage.toLowerCase()
    ? pseudoLanguage
    : (Object.keys(languages) as Language[]).find((language) => base(language) === base(tag));
}
