/** Parses a line of an ingredient list into amount, unit, name and note. */
import { lazy } from '../lib/lazy.ts';
import type { IngredientDraft } from './draft.ts';
import { type Amount, readLeadingAmount, readUncounted } from './ingredient-amount.ts';
import * as words from './ingredient-words.ts';
import { isAdjective } from './ingredient-words.ts';
import { toDisplay } from './quantity.ts';
import { plainNumbers, readQuantity } from './quantity-text.ts';
import { type MaybeAmount, readSeparatedAmount, readTrailingAmount } from './trailing-amount.ts';
import { readUnit } from './units.ts';
import { anyOf, anyOfEach } from './words.ts';

const MAX_LINE_LENGTH = 500;
const MAX_NAME_LENGTH = 200;
/** "Segenggam": a handful. */
const INDONESIAN_COUNTERS = [
  'genggam|ikat|lembar|butir|batang|ruas|siung|sendok|gelas|cangkir|buah|potong|bungkus|papan|ekor|liter|kilo',
  'tangkai|mangkuk',
].join('|');
const INDONESIAN_ONE = new RegExp(`^se(?=(?:${INDONESIAN_COUNTERS})\\s)`, 'iu');
/** "A spoon and a half, big". */
const ARABIC_AND_HALF = /(ملعقة) (ونصف) (كبيرة|صغيرة)(?=\s)/;
/** "2 Kugeln Mozzarella à 125 g". */
const SIZE_OF_EACH = new RegExp(
  `\\s(${[
    '(?:à|á|a|je|zu|zu je|de|da|di|van|po|på|по|of)\\s',
    '(?:ca\\.?\\s|circa\\s|env\\.?\\s|etwa\\s|about\\s)?',
    '\\d{1,4}(?:[.,]\\d{1,2})?(?:\\s?[-–]\\s?\\d{1,4})?\\s?',
    '(?:g|gr|gram|grammes|grammi|ml|cl|dl|kg|l|oz|lb|cm|г|гр|мл|кг)\\.?',
    "(?:\\s(?:each|l'una|l'uno|cada uno|cada una|chacun|chacune|pro Stück|st|stuk))?",
  ].join('')})$`,
  'iu',
);
/** "O lingură": elsewhere `o` is an article of Portuguese or a word for "or". */
const ROMANIAN_ONE = /^o (?!jumătate|sumo|suco|caldo|molho)(?=\p{L})/iu;

const EACH_OF = /\beach\s?:/i;
/** "Salt, pepper and nutmeg" behind "a pinch each". */
const LIST = /^[^,()]{2,40}(?:, [^,()]{2,40}){1,8},? (?:and|&|und|et|y|e) [^,()]{2,40}$/iu;
/** "1 tbsp butter or 1 tbsp oil". */
const ALTERNATIVE = /\s((?:or|oder|ou|o|of|eller|lub|nebo|или|або|veya)\s(?=[\d.]).{2,200})$/iu;
const HALF_DOZEN = new RegExp(
  `^(?:${[
    "half (?:a )?dozen(?: of)?|(?:une )?demi-? ?douzaine (?:de|d[’'])|(?:ein )?halbes dutzend|media docena de",
    'mezza dozzina di|meia dúzia de|(?:een )?half dozijn|(?:ett )?halvt dussin',
    '(?:et )?halvt dusin|pół tuzina|полдюжины|пів дюжини',
  ].join('|')}) ?`,
  'iu',
);

/** "1½-inch piece": here the whole number is part of the size. */
const LENGTH_OF_ONE =
  /^(\d?[½⅓⅔¼¾⅛])[- ]?(inch(?:es)?|in|cm|["”])(?:[ -](?:long|thick))? (?=(?:pieces?|knobs?|chunks?|lengths?|slices?|sticks?) )/i;

/** Writes unusual amounts as usual ones. */
const tidyAmounts = (line: string): string =>
  line
    // "(2) 14 oz cans"
    .replace(/^\((\d{1,3})\) (?=\d)/, '$1 ')
    // "2 x 5ml spoons"
    .replace(
      /(?<=\d ?[x×] ?)(5|15) ?ml (?=spoons? )/i,
      (_, size: string) => `${size}ml ${size === '5' ? 'tea' : 'table'}`,
    )
    // "400g x 2 tins"
    .replace(
      /^(\d{1,4} ?(?:g|ml|oz)) ?[x×] ?(\d{1,2}) (?=(?:tins?|cans?|jars?|pack(?:et)?s?|balls?|pots?|tubs?) )/i,
      '$2 x $1 ',
    )
    // A box to tick, or the number of the line.
    .replace(/^\[[ x]?\]\s?|^\d{1,2}[.)]\s(?=\d)/i, '')
    // "2 ea. onions"
    .replace(/^(\d[\d/ ]{0,6}) (?:ea\.?|nos?\.) (?=\p{L})/iu, '$1 ')
    // "A 醤油 大さじ2": what is mixed together has a letter.
    .replace(/^([A-D])[ .:・)]\s?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(.{1,200})$/u, '$2 ($1)')
    // "塩ひとつまみ"
    .replace(/(?<=[\p{L})])(?=(?:ひとつまみ|ひとかけ|ふたつまみ)$)/u, ' ')
    // "1 cup [240 ml] milk"
    .replace(/\[([^[\]|]{1,60})\]/g, '($1)')
    // "1 lime's juice"
    .replace(/^(\d[\d/ ]{0,6}) (\p{L}{3,15})['’]s (juice|zest)(?!\p{L})/iu, '$3 of $1 $2')
    // "1 demi citron"
    .replace(/^1 (?:demie?|halbe[rns]?|halve) (?=\p{L})/iu, '1/2 ')
    // "1/3rd cup"
    .replace(/(?<=\d\/\d{1,2}) ?(?:rds?|ths?|nd|st) (?=\p{L})/iu, ' ')
    // "½ a cucumber"
    .replace(/^((?:\d{1,2} )?\d\/\d{1,2}) (?:an?|eine[rs]?) (?=\p{L})/iu, '$1 ')
    .replace(HALF_DOZEN, '6 ')
    // "0 e 1/2 colher", of a form with two fields
    .replace(/^0 (?:e|y|et|and|und|i|и|і) (?=\d\/\d)/iu, '')
    // "小さじ(1〜)2"
    .replace(/\(\d{1,2} ?[〜~–-]\)(?=\d)/, '')
    // "20 g + q.b. burro"
    .replace(/ \+ (?=q\. ?b\.? )/i, ' ')
    // Spanish "c/s" is a soup spoon, "c/p" and "c/c" are smaller ones.
    .replace(
      /^(\d[\d ./]{0,6}) c\/([spc])\.? (?=\p{L})/iu,
      (_, amount: string, spoon: string) => `${amount} ${spoon.toLowerCase() === 's' ? 'cda' : 'cdta'} `,
    )
    // "2 pounds (16 to 20 count shrimp) 4 per person"
    .replace(/\((\d{1,3}(?:(?: to |[-–/])\d{1,3})?[ -]count) ([\p{L} ]{3,30})\)/iu, '$2 ($1)')
    .replace(
      /\)? (\d{1,2} per (?:person|serving))\b/i,
      (found, each: string) => `${found.startsWith(')') ? ')' : ''}, ${each}`,
    );

/** Never throws: an unparsable line becomes the ingredient's name. */
export function parseIngredientLine(text: string, group: string | null = null): IngredientDraft {
  const originalText = text.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
  const line = tidyAmounts(plainNumbers(originalText.replace(LENGTH_OF_ONE, '1 ($1-$2) ')))
    .replace(/\[([^[\]|]{1,200})\|[^[\]]{1,300}\]/g, '$1')
    .replace(/^(?:[-–—•●▢□☐*·▪✓♥♡❤❥★☆◆◇■○◎◯※♪△▲▼▽✿❀]\ufe0f?\s?)+(?=\S)/u, '')
    .replace(/^info (?=\d)/i, '')
    .replace(/^between (?=[\d\p{L}])/iu, '')
    .replace(/^(?:a )?couple (?:of )?(?=\p{L})/iu, '2 ')
    .replace(ROMANIAN_ONE, '1 ')
    .replace(INDONESIAN_ONE, '1 ')
    .replace(ARABIC_AND_HALF, '$1 $3 $2');

  const { optional, isVague, notes, rest: stated } = readPrefixes(line);
  const rest = withoutFractionWords(stated);
  const amount = readAmount(rest) ?? (isVague ? readUnitOnly(rest) : null);
  if (amount) notes.push(...amount.notes);

  // "1 tsp each: cumin, coriander" names several foods.
  const isList = EACH_OF.test(rest) || (amount?.notes.includes('each') && LIST.test(amount.rest));
  const split = isList ? { name: amount?.rest ?? rest, notes: [] } : splitNotes(amount?.rest ?? rest);
  notes.push(...split.notes);
  // "1 lata (400 g) de tomate": the brackets stood before the joint.
  if (amount?.unit) split.name = split.name.replace(words.JOINT, '');
  const addition = words.PLUS_MORE.exec(split.name) ?? (amount?.quantity ? SIZE_OF_EACH.exec(split.name) : null);
  if (addition) {
    notes.push(addition[1]!);
    split.name = split.name.slice(0, addition.index);
  }
  const alternative = amount?.unit ? ALTERNATIVE.exec(split.name) : null;
  if (alternative && readUnit(alternative[1]!, readQuantity(alternative[1]!, alternative[1]!.search(/\d/))?.end ?? 0)) {
    notes.push(alternative[1]!);
    split.name = split.name.slice(0, alternative.index);
  }
  const { name, tasteNote } = liftTaste(split.name);
  if (tasteNote) notes.push(tasteNote);

  const isOptional =
    optional ||
    words.optionalPatterns().inside.test(name) ||
    notes.some((note) => words.optionalPatterns().inside.test(note) || words.optionalPatterns().whole.test(note));
  const note = notes
    .map((each) => tidyNote(each.replace(words.optionalPatterns().prefix, '')))
    .filter((each) => each !== '' && !words.optionalPatterns().whole.test(each))
    .join(', ');

  const food = tidyName(oneForm(name, amount));
  // An amount of nothing is kept as text, or it would be shown twice.
  const { quantity, quantityMax, unit } = (food !== '' && amount) || noAmount;
  return {
    name: food || tidyName(line) || originalText || '?',
    quantity,
    quantityMax,
    unit,
    note: (food !== '' && note.slice(0, MAX_LINE_LENGTH)) || null,
    group,
    optional: isOptional,
    scalable: quantity !== null,
    originalText: originalText || null,
  };
}

const noAmount = { quantity: null, quantityMax: null, unit: null };

function readAmount(line: string): MaybeAmount | null {
  const missing = /^(?:undefined|null|nan|0)\s+(?=\p{L})/iu.exec(line)?.[0];
  if (missing) return readUnitOnly(line.slice(missing.length));

  return (
    readLeadingAmount(line) ??
    readPartOf(line) ??
    readTrailingAmount(line) ??
    readUncounted(line) ??
    readSeparatedAmount(line)
  );
}

/** "A few sprigs of thyme": a unit without a number. */
function readUnitOnly(line: string): MaybeAmount {
  const unit = readUnit(line);
  const taken = unit && /\S/.test(line.slice(unit.end)) ? unit : null;
  const rest = line.slice(taken?.end ?? 0).trim();
  return {
    quantity: null,
    quantityMax: null,
    unit: taken?.unit ?? null,
    notes: [],
    rest: taken ? rest.replace(words.JOINT, '') : rest,
  };
}

function readPrefixes(line: string): { optional: boolean; isVague: boolean; notes: string[]; rest: string } {
  const notes: string[] = [];
  let rest = line;
  let isVague = false;

  const optional = words.optionalPatterns().prefix.test(rest);
  rest = rest.replace(words.optionalPatterns().prefix, '');

  for (const prefix of [words.USE_PREFIX, words.aboutPattern(), words.somePattern()]) {
    const match = prefix.exec(rest);
    if (!match) continue;
    const after = rest.slice(match[0].length);
    if (prefix === words.aboutPattern() && !readQuantity(after)) continue;
    const phrase = match[1] ?? match[2]!;
    notes.push(phrase[0]!.toLowerCase() + phrase.slice(1));
    isVague ||= prefix === words.somePattern();
    rest = after;
  }

  return { optional, isVague, notes, rest };
}

function liftTaste(name: string): { name: string; tasteNote: string | null } {
  const match =
    words.toTastePattern().exec(name) ?? words.someAfterNamePattern().exec(name) ?? words.FEW_SUFFIX.exec(name);
  if (!match) return { name, tasteNote: null };

  const from = match.index + match[0].indexOf(match[1]!);
  const rest = `${name.slice(0, from)} ${name.slice(from + match[1]!.length)}`.replace(/\s+/g, ' ').trim();
  return rest === '' ? { name, tasteNote: null } : { name: rest, tasteNote: match[1]!.trim().replace(/ d[ei]$/, '') };
}

/** "egg | eggs": some programs export both forms. */
function oneForm(name: string, amount: MaybeAmount | null): string {
  const forms = name.split(/\s\|\s/);
  if (forms.length !== 2) return name;
  return amount?.quantity && toDisplay(amount.quantity) > 1 ? forms[1]! : forms[0]!;
}

function tidyName(name: string): string {
  return name
    .replace(/^[\s,;:.)-]+(?!\d)/, '')
    .replace(/[\s,;:(*]+$/, '')
    .slice(0, MAX_NAME_LENGTH)
    .trim();
}

// Recognizes parts of a counted food: "finely grated zest of 2 limes" is two limes with a note

const OF_WORD = 'of|from|на|van|vom|von|de la|del|della|de|da|di|od|af|av|från|fra|din|z|ze|iz|από|із|з|из|от|של|מ-';
const OF = `(?:(?:${OF_WORD}) |(?:d|dell)['’]|מ-?)(?=[\\d\\p{L}])`;
const AND = 'and|&|und|et|e|y|en|og|och|i|и|та|și';
const patterns = lazy(() => {
  const parts = `(?:${anyOf('part')})`;
  const named = `\\p{L}{2,20}(?: (?:${AND}) \\p{L}{2,20})?`;
  const described = `(?:[\\p{L}]{2,14} ){1,3}${parts}|${parts}(?: [\\p{L}]{2,14}){1,2}`;
  return {
    /** "Finely grated zest of", "revet skal af". */
    partOf: new RegExp(`^(?:the |la |le |el |il |lo |het |de |o |a |les )?(${named}|${described}) ${OF}`, 'iu'),
    /** "Saft einer Zitrone", "сок 1 лимона": the food is in the genitive. */
    part: new RegExp(`^((?:[\\p{L}]{3,14} )?${parts}) (?=[\\d\\p{L}])`, 'iu'),
  };
});
const TRAILING_ONE = /^(\p{L}{2,20}) (?:אחד|אחת|واحدة|واحد)$/u;

function readPartOf(line: string): Amount | null {
  return readWith(patterns().partOf, line) ?? readWith(patterns().part, line);
}

function readWith(pattern: RegExp, line: string): Amount | null {
  const part = pattern.exec(line);
  if (!part) return null;

  const rest = line.slice(part[0].length).replace(/^(?:la )?o (?=\p{L})/u, '1 ');
  const one = TRAILING_ONE.exec(rest)?.[1];
  const counted = one ? `1 ${one}` : rest;
  if (!readQuantity(counted)) return null;

  const amount = readLeadingAmount(counted);
  return amount && { ...amount, notes: [part[1]!.toLowerCase(), ...amount.notes] };
}

// Replaces spelled fractions and round numbers at the start of a line: "three quarters of a cup"

const ARTICLE = "(?:\\s(?:an?|the|une?|un[ao]?|uma?|einer?|einem|een|de|di|de un[ao]?|de uma?|d['’]une?)(?=\\s))?";
const END = `(?:(?<=['’-])(?=\\p{L})|(?=[\\s\u3400-\u9fff]))${ARTICLE}\\s?`;
/** Before a unit, the word alone is a fraction: "quarter cup". */
const QUARTER = /^quarter (?=(?:cup|teaspoon|tsp|tablespoon|tbsp|pound|lb|kilo|pint|litre|liter|of) )/i;

const leading = lazy(() =>
  anyOfEach('fraction').map(([digits, phrases]) => [digits, new RegExp(`^(?:${phrases})${END}`, 'iu')] as const),
);

/** Urdu, Persian and Hindi put amounts behind the name. */
const inner = lazy(() =>
  anyOfEach('fraction', ({ word }) => /^[\u0600-\u06ff\u0900-\u097f]+ /.test(word)).map(
    ([digits, phrases]) => [digits, new RegExp(`(?<=\\s)(?:${phrases})(?=\\s)`, 'u')] as const,
  ),
);

/** "4分の1カップ". */
const JAPANESE = /(?<!\d)(\d{1,2})分の(\d{1,2})/;

const WHOLES = ['one', 'two', 'three', 'four', 'five', 'six'];
const PART = '(?:an?|one) (third|quarter)|(two) (third)s|(three) (quarter)s';
const WHOLE_AND_PART = new RegExp(`^(${WHOLES.join('|')}|\\d{1,2}) and (?:${PART})(?: of an?)?(?=\\s)`, 'i');

/** Expects a line without bullets. */
function withoutFractionWords(line: string): string {
  const mixed = WHOLE_AND_PART.exec(line);
  if (mixed) {
    const whole = WHOLES.indexOf(mixed[1]!.toLowerCase()) + 1 || mixed[1];
    const top = mixed[3] ? 2 : mixed[5] ? 3 : 1;
    const bottom = /third/i.test(mixed[0]) ? 3 : 4;
    return `${whole} ${top}/${bottom}${line.slice(mixed[0].length)}`;
  }

  if (QUARTER.test(line)) return line.replace(QUARTER, '1/4 ');
  for (const [digits, pattern] of leading()) {
    const match = pattern.exec(line)?.[0];
    if (match !== undefined) return `${digits} ${line.slice(match.length)}`;
  }
  return inner()
    .reduce((text, [digits, pattern]) => text.replace(pattern, digits), line)
    .replace(JAPANESE, '$2/$1');
}

// Separates the name from notes after a comma or in brackets

/** Notes keep the order of the line. The name may be empty. */
function splitNotes(text: string): { name: string; notes: string[] } {
  const notes: string[] = [];
  let name = '';
  let at = 0;

  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '(' && !endsInBrackets(text, at)) {
      const end = closingBracket(text, at);
      notes.push(tidyNote(text.slice(at + 1, end)));
      name += ' ';
      at = end + 1;
    } else if (isNoteStart(text, at, name)) {
      notes.push(tidyNote(text.slice(sign === '+' ? at : at + 1)));
      break;
    } else {
      name += sign;
      at += 1;
    }
  }

  return { name: name.replace(/\s+/g, ' ').trim(), notes: notes.filter((note) => note !== '') };
}

/** Removes surrounding brackets and punctuation. */
function tidyNote(text: string): string {
  let note = text.trim();
  for (let pass = 0; pass < 4; pass += 1) {
    const bare = note.replace(/^[\s,;:.–-]+(?!\d)/, '').replace(/[\s,;:]+$/, '');
    const inner = bare.startsWith('(') && closingBracket(bare, 0) === bare.length - 1 ? bare.slice(1, -1) : bare;
    if (inner === note) break;
    note = inner.trim();
  }
  return note;
}

/** "citron(er)": the brackets are part of the word. */
function endsInBrackets(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /^\(\p{Ll}{1,3}\)/u.test(text.slice(at, at + 5));
}

/** Returns the index of the closing bracket, or the end of the text. */
function closingBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function isNoteStart(text: string, at: number, name: string): boolean {
  const before = name.trim();
  if (text[at] === ',') return /^[\s(]|^$/.test(text.slice(at + 1, at + 2)) && before !== '' && !onlyDescribes(before);
  if (text[at] === ';') return before !== '';
  if (text[at] === '+')
    return (
      text[at - 1] === ' ' && /^\+ ?\d/.test(text.slice(at, at + 3)) && before !== '' && !isOtherCount(text.slice(at))
    );
  return /[–—-]/.test(text[at]!) && text[at - 1] === ' ' && /[\s\p{L}]/u.test(text[at + 1] ?? '') && before !== '';
}

/** "+ 1 yolk" is another food, "+ 2 tbsp" more of the same. */
function isOtherCount(text: string): boolean {
  const count = /^\+ ?\d{1,2}(?= \p{L}{2,20}(?: \p{L}{2,20})?$)/u.exec(text)?.[0];
  return count !== undefined && readUnit(text, count.length) === null;
}

function onlyDescribes(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .every(isAdjective);
}
