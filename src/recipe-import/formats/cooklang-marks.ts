/** Parses the marks in a paragraph of Cooklang: `@salt`, `@olive oil{2%tbsp}(warm)`, `#pot{}`, `~rest{10%minutes}`. */
import type { IngredientDraft, Rational } from '../draft.ts';
import { parseDuration } from '../duration.ts';
import { escapeMarkdown } from '../markdown-escape.ts';
import { plainNumbers, readQuantity } from '../quantity-text.ts';
import { canonicalUnit } from '../units.ts';

export interface ParsedMarks {
  /** Markdown without the marks. */
  content: string;
  /** The sum of all timers. */
  seconds: number;
  ingredients: IngredientDraft[];
}

interface Mark {
  name: string;
  /** The text between the braces. */
  inside: string;
  /** The text in parentheses after the braces. */
  note: string;
  end: number;
}

/** Per paragraph; a whole recipe has far fewer. */
const MAX_MARKS = 500;
/** A sign counts only before a name or a brace. */
const SIGN = /[@#~](?=[&?+@-]{0,3}[^\s@#~}])/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_'’-]{0,60}/uy;
const BRACED = /([^@#~{}\n]{0,100})\{([^{}\n]{0,100})\}/y;
const NOTE = /\(([^()\n]{1,200})\)/y;

export function readMarks(text: string, group: string | null): ParsedMarks {
  const parsed: ParsedMarks = { content: '', seconds: 0, ingredients: [] };
  const parts: string[] = [];
  let written = 0;

  for (const { index } of text.matchAll(SIGN)) {
    if (index < written || /[\p{L}\p{N}]/u.test(text[index - 1] ?? ' ')) continue;
    const mark = readMark(text, index + 1);
    if (!mark) continue;
    if (parts.length > 2 * MAX_MARKS) break;
    parts.push(text.slice(written, index), readableText(text[index]!, mark, group, parsed));
    written = mark.end;
  }
  parts.push(text.slice(written));
  parsed.content = escapeMarkdown(withoutTrailingMarks(parts).replace(/\s+/g, ' ').trim());
  return parsed;
}

/** Parentheses at the end with nothing but marks list what the text does not name. They are no part of the text. */
function withoutTrailingMarks(parts: string[]): string {
  if (parts.at(-1)?.trim() !== ')') return parts.join('');
  // Text and marks alternate.
  let at = parts.length - 3;
  while (at > 0 && parts[at]!.trim() === ',') at -= 2;
  const text = parts[at] ?? '';
  return /(?:^| )\($/.test(text) ? parts.slice(0, at).join('') + text.slice(0, -1) : parts.join('');
}

function readMark(text: string, start: number): Mark | null {
  let from = start;
  while (from < start + 3 && '&?+-@'.includes(text[from] ?? ' ')) from += 1;

  BRACED.lastIndex = from;
  const braced = BRACED.exec(text);
  if (braced && !/^\s/.test(braced[1]!)) {
    NOTE.lastIndex = BRACED.lastIndex;
    const note = NOTE.exec(text);
    const end = BRACED.lastIndex + (note?.[0].length ?? 0);
    return { name: braced[1]!.trim(), inside: braced[2]!.trim(), note: note?.[1]?.trim() ?? '', end };
  }

  WORD.lastIndex = from;
  const word = WORD.exec(text)?.[0];
  return word ? { name: word, inside: '', note: '', end: from + word.length } : null;
}

/** Returns the text that replaces the mark. */
function readableText(
  sign: string,
  { name, inside, note }: Mark,
  group: string | null,
  parsed: ParsedMarks,
): string {
  const [amount = '', unit = ''] = inside
    .replace(/^=/, '')
    .split('%', 2)
    .map((part) => part.trim());
  if (sign === '~') {
    parsed.seconds += parseDuration(`${amount} ${unit}`) ?? 0;
    return [amount, unit].filter(Boolean).join(' ') || name;
  }
  // `name|alias` has an alias; another recipe is referenced by its path.
  const [plain = '', alias] = name.split('|', 2);
  const title = plain.replace(/^(?:\.{0,2}\/)+(?:[^/]{1,60}\/)*/, '').trim();
  if (sign === '@' && title !== '')
    parsed.ingredients.push(ingredient(title, { amount, unit, note, group, inside }));
  return alias?.trim() || title;
}

function ingredient(
  name: string,
  {
    amount,
    unit,
    note,
    group,
    inside,
  }: { amount: string; unit: string; note: string; group: string | null; inside: string },
): IngredientDraft {
  const read = amount === '' ? null : readQuantity(`${plainNumbers(amount)} `, 0);
  const quantity: Rational | null = read?.quantity ?? null;
  const isOptional = /(?:^|, )optional$/i.test(note);
  const ownNote = isOptional ? note.slice(0, -'optional'.length).replace(/, $/, '') : note;
  const notes = [quantity === null ? amount : '', ownNote].filter(Boolean).join(', ');
  return {
    name: name.slice(0, 200),
    quantity,
    quantityMax: read?.quantityMax ?? null,
    unit: unit === '' ? null : (canonicalUnit(unit) ?? unit.slice(0, 50)),
    note: notes || null,
    group,
    optional: isOptional,
    scalable: quantity !== null && !inside.startsWith('='),
    originalText: [amount, unit, name].filter(Boolean).join(' ').slice(0, 500) + (note ? `, ${note}` : ''),
  };
}
