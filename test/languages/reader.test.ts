/** The language of a request, and what is written in it. */
import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { durationIn } from '../../src/domain/recipes/text.ts';
import { chooseLanguage } from '../../src/http/reader.ts';
import { durationText } from '../../src/lib/duration.ts';
import { ageText, isTimeZone, momentText } from '../../src/lib/language/formats.ts';
import type { Language } from '../../src/lib/language/languages.ts';
import { writeFor } from '../../src/lib/language/reader.ts';
import { t } from '../../src/lib/language/text.ts';
import { meanText, ratingText } from '../../src/web/components/item-parts.tsx';
import { byteSize, richText } from '../../src/web/components/texts.tsx';
import { secondsOf, timeOf } from '../../src/web/write/values.tsx';

test('the best language of Accept-Language that exists is chosen', () => {
  const cases: [header: string | undefined, language: string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['xx-YY, *;q=0.5', 'en'],
    ['en-XA', 'en-XA'],
    ['de-AT, de;q=0.9, en;q=0.8', 'de'],
    ['pt', 'pt-BR'],
    ['fr;q=0, ja;q=0.3, uk;q=0.7', 'uk'],
    ['xx, en-GB;q=0.8', 'en'],
    [';;,=;q=,'.repeat(200), 'en'],
  ];
  for (const [header, language] of cases) expect(chooseLanguage(header)).toBe(language);
});

test('the pseudo-language marks text and keeps arguments and elements', async () => {
  await writeFor({ language: 'en-XA', timeZone: 'UTC' }, async () => {
    expect(t('common.save')).toBe('Šàṽé··');
    expect(t('time.minutes', { n: 4 })).toMatch(/^4 ɱîñ·+$/);
    expect(String(await richText('site.offline', { link: (text) => html`[${text}]` }))).toMatch(/\[Šĥöŵ ŕéçîþéš·+\]/);
  });
  expect(t('common.save')).toBe('Save');
});

test('text in messages with elements is escaped', async () => {
  const hostile = String(await richText('time.minutes', { n: '<b>&' }));
  expect(hostile).toBe('&lt;b&gt;&amp; min');
});

test('names in an Arabic sentence keep their own direction, except in text that people copy', async () => {
  const values = { folder: '/data', size: 4 };
  writeFor({ language: 'ar', timeZone: 'UTC' }, () => {
    expect(t('doctor-checks.disk-writable', values)).toMatch(/\u2068\/data\u2069.*\u20684[.٫]?0?\u2069/);
    expect(t('mail.button-does-not-work', { url: 'https://cook.example/' })).toMatch(/ https:\S+\/$/);
  });
  expect(t('doctor-checks.disk-writable', values)).not.toMatch(/[\u2068\u2069]/);
});

test('dates are in the time zone of the reader', () => {
  const date = new Date('2026-11-23T23:30:00Z');
  const inTokyo = writeFor({ language: 'en', timeZone: 'Asia/Tokyo' }, () => momentText(date));
  expect(inTokyo).toBe('24 November 2026 at 08:30');
  expect(momentText(date)).toBe('23 November 2026 at 23:30 UTC');
  const newYear = new Date('2026-12-31T23:30:00Z');
  const nextYear = new Date('2027-01-20T12:00:00Z');
  expect(writeFor({ language: 'en', timeZone: 'Asia/Tokyo' }, () => ageText(newYear, nextYear))).toBe('1 Jan');
  expect(ageText(newYear, nextYear)).toBe('31 Dec 2026');
});

test('only names of time zones are time zones', () => {
  expect(['Europe/Berlin', 'Asia/Kolkata', 'UTC'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Mars/Olympus', '+99:99', '../etc', 'x'.repeat(500)].map(isTimeZone)).toEqual(Array(5).fill(false));
});

test('times in fields and in recipes for other servers are the same for every reader', () => {
  const inPseudo = <Result>(write: () => Result) => writeFor({ language: 'en-XA', timeZone: 'UTC' }, write);
  expect(inPseudo(() => [timeOf(5_400), durationIn('en', 5_400), durationIn('de', 5_400)])).toEqual([
    '1 h 30 min',
    '1 h 30 min',
    '1 Std., 30 Min.',
  ]);
  const times = [45, 90, 599, 600, 5_400, 100_800];
  expect(inPseudo(() => times.map((seconds) => secondsOf(timeOf(seconds), 'time')))).toEqual(times);
  expect(inPseudo(() => durationText(5_400))).toMatch(/^1 ĥ·+ 30 ɱîñ·+$/);
});

test('dates, counts and lists follow the language', () => {
  const inLanguage = <Result>(language: Language, write: () => Result) =>
    writeFor({ language, timeZone: 'Europe/Berlin' }, write);
  const date = new Date('2026-11-23T23:30:00Z');
  expect(inLanguage('de', () => momentText(date))).toBe('24. November 2026 um 00:30');
  expect(inLanguage('ja', () => durationText(5_400))).toMatch(/^1.*時間.*30.*分/);
  expect(inLanguage('pl', () => [1, 2, 5].map((count) => t('search.recipes', { count })))).toEqual([
    '1 przepis',
    '2 przepisy',
    '5 przepisów',
  ]);
});

test('sizes and mean ratings have the decimal sign of the language', () => {
  const ratings = { ratingCount: 2, ratingSum: 9 };
  const inLanguage = (language: Language) =>
    writeFor({ language, timeZone: 'UTC' }, () => [byteSize(1.5 * 2 ** 20), meanText(ratings), ratingText(ratings)]);
  expect(inLanguage('en')).toEqual(['1.5\u00a0MiB', '4.5', '4.5 ★ (2)']);
  expect(inLanguage('de')).toEqual(['1,5\u00a0MiB', '4,5', '4,5 ★ (2)']);
  expect(inLanguage('fr')[0]).toBe('1,5\u00a0Mio');
});
