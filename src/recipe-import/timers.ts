/** Finds durations in the text of a step: "bake for 25–30 minutes", "über Nacht ruhen lassen", "40分". */
import { lazy } from '../lib/lazy.ts';
import { isInsideNumber, toPlain } from './number-words.ts';
import { articles, isNumberWord, type ReadDuration, readDuration } from './timer-duration.ts';
import { anyOf, anyOfEach } from './words.ts';

/** A duration in a text. Offsets are UTF-16 units of that text. */
export interface Timer {
  start: number;
  /** Exclusive. */
  end: number;
  seconds: number;
  /** The upper end of a range. */
  maxSeconds?: number;
}

const MAX_LENGTH = 50_000;
const MAX_TIMERS = 100;
const MAX_SECONDS = 60 * 86_400;
const DAY = 86_400;
/** A night is 8 to 12 hours. */
const NIGHT = { seconds: 28_800, maxSeconds: 43_200 };

const TOKEN =
  /\d+|[一二两兩三四五六七八九十半]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![一-鿿぀-ヿ])[\p{L}\p{M}])+/gu;
const alternatives = (sources: string) => `(?<![\\p{L}\\p{M}])(?:${sources})(?![\\p{L}\\p{M}])`;
const isEastAsian = (text: string) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text);
const nights = lazy(() => {
  const eastAsian = anyOf('overnight', ({ word }) => isEastAsian(word));
  const others = anyOf('overnight', ({ word }) => !isEastAsian(word));
  return new RegExp(`${alternatives(others)}|${eastAsian}`, 'giu');
});
/** Durations without a number: parts of an hour, and the dual of Arabic and Hebrew. */
const durations = lazy(() =>
  anyOfEach('duration').map(
    ([minutes, words]) => [Number(minutes) * 60, new RegExp(alternatives(words), 'giu')] as const,
  ),
);

/** Intervals and frequencies are no durations: "every 5 minutes", "twice a day". */
const intervalBefore = lazy(() => new RegExp(`(?<!\\p{L})(?:${anyOf('every')})[\\s,]{0,2}$|[每毎]$`, 'iu'));
/** A word before or behind two numbers makes them a range: "between 20 and 25 minutes". */
const betweenBefore = lazy(() => {
  const others = anyOf('between', ({ word }) => !isEastAsian(word));
  const eastAsian = anyOf('between', ({ word }) => isEastAsian(word));
  return new RegExp(`(?<!\\p{L})(?:${others})\\s{1,2}(?:${articles}\\s)?|${eastAsian}`, 'giu');
});
const betweenAfter = lazy(() => new RegExp(`(?:${anyOf('between-after')})(?!\\p{L})`, 'giu'));
const MAX_BETWEEN_LENGTH = 40;
/** "Overnight oats" are a dish. */
const DISH_AFTER = /^\s(?:oat(?:s|meal)|porridge|muesli|rolls?|waffles?|casserole|french toast|sourdough)(?!\p{L})/iu;

/** "3-minute rice", "12-hour brisket" and "3-Minuten-Reis" are names. "A 10-minute rest" is a duration. */
const DURATION_NOUNS = [
  'rest(?:ing)?|bursts?|intervals?|increments?|blasts?|spells?|stints?|periods?|sessions?|pauses?|breaks?|wait|timer',
  'simmer(?:ing)?|boil(?:ing)?|soak(?:ing)?|bak(?:e|ing)|proof(?:ing)?|prov(?:e|ing)|ris(?:e|ing)|chill(?:ing)?',
  'cook(?:ing)?|steep(?:ing)?|knead(?:ing)?|roast(?:ing)?|fry(?:ing)?|sear|steam(?:ing)?|saut[eé]|blend|freez(?:e|ing)',
  'brew|infusion|marinade|marinating|bath|mark|stretch|stir|mix|cool(?:ing)?|cool-down|autolyse|ferment(?:ation)?|more',
].join('|');
const ADJECTIVE = /\d-\p{L}+$/u;
const NAMED_AFTER = new RegExp(`^\\s(?!(?:\\p{L}+\\s)?(?:${DURATION_NOUNS})(?!\\p{L}))\\p{L}`, 'iu');
const NAME_JOINED = /^-(?!(?:pause|ruhe|takt|intervall|schritt|etapp|intervaller|paus)\p{L}*)\p{L}/iu;
const INTERVAL_AFTER = new RegExp(
  String.raw`^\s?(?:ごと|おき|毎|마다)|^\s(?:välein|arayla|ago|ahead|beforehand|in advance|im Voraus|old|alt|vorher` +
    String.raw`|oude?|earlier|zuvor)(?!\p{L})|^-old(?!\p{L})`,
  'iu',
);
/** In a sentence about storage, days are no timers: "keeps for 3 days". */
const storage = lazy(() => {
  const beginsWord = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;
  const others = anyOf('storage', ({ word }) => !beginsWord.test(word));
  return new RegExp(`(?<!\\p{L})(?:${anyOf('storage', ({ word }) => beginsWord.test(word))})|${others}`, 'iu');
});

type Found = ReadDuration & { start: number };

/** Returns the durations in the first 50,000 characters, in order, at most 100. `language` is a BCP 47 tag. */
export function readTimers(text: string, language = 'und'): Timer[] {
  const { plain, origin } = toPlain(text.slice(0, MAX_LENGTH));
  const found = [...readNamed(plain), ...readCounted(plain, language.split('-')[0]!.toLowerCase())]
    .filter((each) => isTimer(plain, each))
    .sort((a, b) => a.start - b.start || b.end - a.end);

  const timers: Timer[] = [];
  let end = 0;
  for (const each of found) {
    if (each.start < end || timers.length === MAX_TIMERS) continue;
    end = each.end;
    timers.push({
      start: origin[each.start]!,
      end: origin[each.end - 1]! + 1,
      seconds: each.seconds,
      ...(each.maxSeconds !== null && { maxSeconds: each.maxSeconds }),
    });
  }
  return timers;
}

/** "Overnight", "half an hour" as one word. */
function* readNamed(plain: string): Generator<Found> {
  for (const { 0: night, index } of plain.matchAll(nights())) {
    const end = index + night.length;
    if (!DISH_AFTER.test(plain.slice(end, end + 20))) yield { start: index, end, ...NIGHT, unit: 3_600 };
  }
  for (const [seconds, pattern] of durations())
    for (const { 0: words, index } of plain.matchAll(pattern))
      yield { start: index, end: index + words.length, seconds, maxSeconds: null, unit: 60 };
}

function* readCounted(plain: string, language: string): Generator<Found> {
  const isBetween = findBetween(plain);
  let at = 0;
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    if (index < at) continue;
    const isDigit = /^\d/.test(token);
    const begins = isDigit ? !isInsideNumber(plain, index) : isEastAsian(token) || isNumberWord(token.toLowerCase());
    const read = begins ? readDuration(plain, index, language, isBetween(index)) : null;
    if (!read) continue;
    at = read.end;
    yield { start: index, ...read };
  }
}

/** Returns a function that tells whether a number is the first of such a range. It takes positions in order. */
function findBetween(plain: string): (at: number) => boolean {
  const begins = new Set([...plain.matchAll(betweenBefore())].map(({ 0: word, index }) => index + word.length));
  const ends = [...plain.matchAll(betweenAfter())].map(({ index }) => index);
  let next = 0;
  return (at) => {
    while (next < ends.length && ends[next]! <= at) next += 1;
    const end = ends[next] ?? Number.POSITIVE_INFINITY;
    return begins.has(at) || (end <= at + MAX_BETWEEN_LENGTH && !/[.;\n]/.test(plain.slice(at, end)));
  };
}

function isTimer(plain: string, { start, end, seconds, maxSeconds, unit }: Found): boolean {
  if (seconds <= 0 || (maxSeconds ?? seconds) > MAX_SECONDS) return false;
  const before = plain.slice(Math.max(0, start - 24), start);
  const after = plain.slice(end, end + 12);
  if (intervalBefore().test(before) || INTERVAL_AFTER.test(after)) return false;
  if (NAME_JOINED.test(after)) return false;
  if (ADJECTIVE.test(plain.slice(start, end)) && NAMED_AFTER.test(plain.slice(end, end + 40))) return false;
  return unit < DAY || !storage().test(sentenceAround(plain, start, end));
}

function sentenceAround(plain: string, start: number, end: number): string {
  const before = plain.slice(Math.max(0, start - 150), start);
  const after = plain.slice(end, end + 150);
  const begin = Math.max(before.lastIndexOf('. '), before.lastIndexOf('。'), before.lastIndexOf('\n')) + 1;
  return `${before.slice(begin)} ${after.split(/[.。\n]/, 1)[0]}`;
}
