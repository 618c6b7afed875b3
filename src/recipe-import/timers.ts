/** Finds durations in the text of a step: "bake for 25–30 minutes", "über Nacht ruhen lassen", "40分". */
import { lazy } from '../lib/lazy.ts';
import { isInsideNumber, numberOf, toPlain } from './number-words.ts';
import { readQuantity } from './quantity-text.ts';
import { anyOf, anyOfEach, listWords } from './words.ts';

/** A duration in a text. Offsets are UTF-16 units of that text. */
interface Timer {
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

// Reads one duration at a position of a text: "25–30 minutes", "1 h 30", "anderthalb Stunden", "2時間半"

interface ReadDuration {
  /** Exclusive. */
  end: number;
  seconds: number;
  maxSeconds: number | null;
  /** The smallest unit in it, in seconds. */
  unit: number;
}

const HOUR = 3_600;
/** "1:30 h". A leading zero is a time of day. */
const CLOCK = /(?!0\d)(\d{1,2}):([0-5]\d)(?=\s{0,2}\p{L})/uy;
const SLASHED = /(\d{1,3})\s?\/\s?(\d{1,3})(?!\d)/y;
const MORE_WORDS = [
  'more|additional|extra|further|full|good|whole|long|weitere[nr]?|volle|gute|ganze|bonnes?|autres?|petites?',
  'buon[aei]|altr[aie]|volledige|goede|flere|hele|ytterligare|kolejne|dalších|еще|ещё|ще|de',
].join('|');
const MORE = new RegExp(`\\s(?:${MORE_WORDS})(?=\\s)`, 'iuy');
const UNIT = /[\s-]{0,2}(?:(?<=\s)d['’])?((?!\d)[\p{L}\p{M}]{1,14})/uy;
const CJK_UNIT =
  /\s{0,2}(?:个|個|ヶ|か)?(半)?(小时|小時|钟头|鐘頭|時間|时间|分钟|分鐘|分間|秒钟|秒間|日間|週間|天|周|秒|시간|분|초|주일|分)(半|\s?반(?![가-힣]))?/y;
/** Thirds, portions and degrees of fullness in Chinese, Japanese and Korean. */
const NO_MINUTES = /^(?:の\d|之|目|의\s?\d|量|량|の一|通り|の量)/;
const andHalf = lazy(() => new RegExp(`\\s(?:${anyOf('and-a-half')})(?!\\p{L})`, 'iuy'));
/** A full stop only joins behind an abbreviation: "1 Std. 20 Min." */
const FULL_STOP = '(?:(?<=(?:std|h|hrs?|godz|hod|tim|ч|мин|min))\\.)?';
const AND = '(?:(?:and|und|et|e|y|en|og|och|i|a|и|та|і|και|و|ve|và|dan)\\s{1,2}|ו)?';
const JOIN = new RegExp(`${FULL_STOP}(?:\\s?,)?\\s{0,2}${AND}(?=\\d|\\p{L})`, 'iuy');
const range = lazy(() => {
  const words = anyOf('range', ({ meaning }) => meaning === '-');
  return new RegExp(`\\s?(?:[-‐‑–—~～〜]|(?:${words})(?![\\p{L}\\p{M}])|至|到|から|에서|부터)\\s?`, 'iuy');
});
const MINUTES_BEHIND_HOUR = /\s?([0-5]\d)(?!\d|[.,:/-]\d|\s?(?:[°%-]|(?:k?g|[mcd]?l|[cm]m|degr|grad)(?!\p{L})))/uy;

/** Joins the numbers of a range behind a word such as "between". Arabic and Hebrew join it to the number. */
const BETWEEN_WORDS = [
  'and|und|et|ed?|y|en|og|och|i|a|и|та|і|й|και|ja|és|și|ve|ile|và|dan|sampai|hasta|to',
  'और|से|และ|ถึง|과|와|에서|と|から|和|与|與|到|至',
].join('|');
/** Before a number of a range: "tra i 10 e i 15 minuti", "entre los 20 y los 25 minutos". */
const articles = '(?:i|gli|los|las|les|os|as|the)';
const BETWEEN = new RegExp(
  `\\s{0,2}(?:[-‐‑–—~～〜]\\s{0,2}|(?:${BETWEEN_WORDS})(?![\\p{L}\\p{M}])\\s{0,2}(?:${articles}\\s)?|و\\s?|ו?ל?[-־]\\s?|ו(?=\\d))`,
  'iuy',
);

interface Count {
  value: number;
  max: number | null;
  end: number;
  /** "5/6" is a fraction of an hour or a range of minutes. */
  slashed: [number, number] | null;
}

/**
 * Returns null if no duration begins at `start`. `language` is the primary tag, such as `de`. `isBetween` says that a
 * word such as "between" makes the next two numbers a range.
 */
function readDuration(text: string, start: number, language: string, isBetween: boolean): ReadDuration | null {
  const first = readCompound(text, start, language, isBetween);
  if (!first || first.maxSeconds !== null) return first;

  const joint = matchAt(isBetween ? BETWEEN : range(), text, first.end);
  const second = joint && readCompound(text, first.end + joint[0].length, language);
  return second && second.maxSeconds === null && second.seconds > first.seconds
    ? { ...second, seconds: first.seconds, maxSeconds: second.seconds }
    : first;
}

/** "1 hour 30 minutes", "1h30". */
function readCompound(text: string, start: number, language: string, isBetween = false): ReadDuration | null {
  const first = readSimple(text, start, language, isBetween);
  if (!first || first.maxSeconds !== null || first.unit < 60) return first;

  const minutes =
    first.unit === HOUR && text[first.end - 1] === 'h' ? matchAt(MINUTES_BEHIND_HOUR, text, first.end) : null;
  const joint = matchAt(JOIN, text, first.end);
  const second = joint && readSimple(text, first.end + joint[0].length, language);
  if (second && second.unit < first.unit && (second.maxSeconds ?? second.seconds) < first.unit) {
    return {
      ...second,
      seconds: first.seconds + second.seconds,
      maxSeconds: second.maxSeconds === null ? null : first.seconds + second.maxSeconds,
    };
  }
  if (!minutes || second) return first;
  return {
    end: first.end + minutes[0].length,
    seconds: first.seconds + Number(minutes[1]) * 60,
    maxSeconds: null,
    unit: 60,
  };
}

function readSimple(text: string, start: number, language: string, isBetween = false): ReadDuration | null {
  const count = readCount(text, start, isBetween);
  if (!count) return null;

  const cjk = matchAt(CJK_UNIT, text, count.end);
  if (cjk) return withCjkUnit(text, start, count, cjk);

  const more = matchAt(MORE, text, count.end)?.[0] ?? '';
  const word = matchAt(UNIT, text, count.end + more.length);
  const unit = word ? unitOf(word[1]!, language, count) : undefined;
  if (!word || unit === undefined) return null;

  const [value, max] = count.slashed && isRange(count.slashed, unit) ? count.slashed : [count.value, count.max];
  const end = count.end + more.length + word[0].length;
  const half = max === null ? matchAt(andHalf(), text, end) : null;
  return {
    end: end + (half?.[0].length ?? 0),
    seconds: Math.round((value + (half ? 0.5 : 0)) * unit),
    maxSeconds: max === null ? null : Math.round(max * unit),
    unit,
  };
}

/** A numeral such as 十分 ("enough") needs a longer unit: 十分钟. */
function withCjkUnit(text: string, start: number, count: Count, match: RegExpExecArray): ReadDuration | null {
  const [whole, before, word, behind] = match;
  const end = count.end + whole.length;
  const isBare = word === '分' || word === '분';
  if (isBare && (NO_MINUTES.test(text.slice(end, end + 3)) || !/\d/.test(text[start]!))) return null;

  const unit = secondsOf(word!)!;
  const add = before || behind ? 0.5 : 0;
  return {
    end,
    seconds: Math.round((count.value + add) * unit),
    maxSeconds: count.max === null ? null : Math.round((count.max + add) * unit),
    unit,
  };
}

function readCount(text: string, start: number, isBetween: boolean): Count | null {
  const clock = matchAt(CLOCK, text, start);
  if (clock) {
    const value = Number(clock[1]) + Number(clock[2]) / 60;
    return { value, max: null, end: start + clock[0].length, slashed: null };
  }

  const slashed = matchAt(SLASHED, text, start);
  const read = readQuantity(text, start);
  if (!read) return null;
  const toNumber = ({ numerator, denominator }: { numerator: number; denominator: number }) => numerator / denominator;
  const value = toNumber(read.quantity);
  const joint = isBetween && read.quantityMax === null ? matchAt(BETWEEN, text, read.end) : null;
  const second = joint && readQuantity(text, read.end + joint[0].length);
  const secondValue = second && second.quantityMax === null ? toNumber(second.quantity) : null;
  if (second && secondValue !== null && secondValue > value)
    return { value, max: secondValue, end: second.end, slashed: null };
  return {
    value,
    max: read.quantityMax && toNumber(read.quantityMax),
    end: read.end,
    slashed: slashed && [Number(slashed[1]), Number(slashed[2])],
  };
}

/** "15/20 minuti" is a range, "3/4 heure" a fraction. */
const isRange = ([from, to]: [number, number], unit: number): boolean =>
  from < to && (unit === HOUR ? to > 4 : from > 1);

function unitOf(word: string, language: string, { value, max }: Count): number | undefined {
  const key = word.toLowerCase().normalize('NFC');
  const isOneDay = key === 'dag' && value === 1 && max === null;
  return isOneDay || isTimeUnitIn(key, language) ? secondsOf(key) : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The first letters of a word decide whether it can be a number. */
export const isNumberWord = (word: string): boolean => word === 'half' || numberOf(word) !== undefined;

// Units of time, of which some mean something else in other languages

const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 };

const timeUnits = lazy(
  () =>
    new Map(
      [...listWords('time-unit'), ...listWords('local-time-unit')].map(({ word, meaning }) => [
        word,
        SECONDS[meaning]!,
      ]),
    ),
);

/** Returns seconds. Takes a lower-case word. */
export const secondsOf = (word: string): number | undefined => timeUnits().get(word);

const localWords = lazy(() => Map.groupBy(listWords('local-time-unit'), ({ word }) => word));

/** False for a word that is a unit only in other languages: "fold it one time", "2 jam jars", "10 dag mąki". */
function isTimeUnitIn(word: string, language: string): boolean {
  const spoken = /^n[bn]$/.test(language) ? 'no' : language;
  return (
    localWords()
      .get(word)
      ?.some((each) => each.language === spoken) ?? true
  );
}
