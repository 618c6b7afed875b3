/** Parses a line of an ingredient list into amount, unit, name and note. */
import type { IngredientDraft } from './draft.ts';
import { type Amount, readLeadingAmount, readTrailingAmount } from './ingredient-amount.ts';
import { splitNotes, tidyNote } from './ingredient-notes.ts';
import * as words from './ingredient-words.ts';
import { plainNumbers, readQuantity } from './quantity-text.ts';
import { readUnit } from './units.ts';

const MAX_LINE_LENGTH = 500;
const MAX_NAME_LENGTH = 200;
const PART_OF =
  /^(?:the |la |le |il |het |de )?(\p{L}{2,20}(?: (?:and|&) \p{L}{2,20})?) (?:of|from|van|von|de|di|af|av|från|fra|z|ze|iz) (?=[\d\p{L}])/iu;

/** Never throws: an unparsable line becomes the ingredient's name. */
export function parseIngredientLine(text: string, group: string | null = null): IngredientDraft {
  const originalText = text.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
  const line = plainNumbers(originalText)
    .replace(/\[([^[\]|]{1,200})\|[^[\]]{1,300}\]/g, '$1')
    .replace(/^(?:[-–—•●▢□☐*·▪✓]\s?)+(?=\S)/, '');

  const { optional, notes, rest } = readPrefixes(line);
  const amount = readAmount(rest);
  if (amount) notes.push(...amount.notes);

  const split = splitNotes(amount?.rest ?? rest);
  notes.push(...split.notes);
  const { name, tasteNote } = liftTaste(split.name);
  if (tasteNote) notes.push(tasteNote);

  const isOptional =
    optional ||
    words.OPTIONAL.test(name) ||
    notes.some((note) => words.OPTIONAL.test(note) || words.ONLY_OPTIONAL.test(note));
  const note = notes
    .map((each) => tidyNote(each.replace(words.OPTIONAL_PREFIX, '')))
    .filter((each) => each !== '' && !words.ONLY_OPTIONAL.test(each))
    .join(', ');

  return {
    name: tidyName(name) || tidyName(line) || originalText || '?',
    quantity: amount?.quantity ?? null,
    quantityMax: amount?.quantityMax ?? null,
    unit: amount?.unit ?? null,
    note: note.slice(0, MAX_LINE_LENGTH) || null,
    group,
    optional: isOptional,
    scalable: amount?.quantity != null,
    originalText: originalText || null,
  };
}

type MaybeAmount = Omit<Amount, 'quantity'> & { quantity: Amount['quantity'] | null };

function readAmount(line: string): MaybeAmount | null {
  const missing = /^(?:undefined|null|nan|0)\s+(?=\p{L})/iu.exec(line)?.[0];
  if (missing) {
    const rest = line.slice(missing.length);
    const unit = readUnit(rest);
    const taken = unit && /\S/.test(rest.slice(unit.end)) ? unit : null;
    return {
      quantity: null,
      quantityMax: null,
      unit: taken?.unit ?? null,
      notes: [],
      rest: rest.slice(taken?.end ?? 0).trim(),
    };
  }

  return readLeadingAmount(line) ?? readPartOf(line) ?? readTrailingAmount(line);
}

/** "Juice of 1/2 lemon" is half a lemon with the note "juice". */
function readPartOf(line: string): Amount | null {
  const part = PART_OF.exec(line);
  if (!part || !readQuantity(line, part[0].length)) return null;

  const amount = readLeadingAmount(line.slice(part[0].length));
  return amount && { ...amount, notes: [part[1]!.toLowerCase(), ...amount.notes] };
}

function readPrefixes(line: string): { optional: boolean; notes: string[]; rest: string } {
  const notes: string[] = [];
  let rest = line;

  const optional = words.OPTIONAL_PREFIX.test(rest);
  rest = rest.replace(words.OPTIONAL_PREFIX, '');

  for (const prefix of [words.USE_PREFIX, words.ABOUT, words.VAGUE]) {
    const match = prefix.exec(rest);
    if (!match) continue;
    notes.push((match[1] ?? match[2]!).toLowerCase());
    rest = rest.slice(match[0].length);
  }

  return { optional, notes, rest };
}

function liftTaste(name: string): { name: string; tasteNote: string | null } {
  const match = words.TO_TASTE.exec(name);
  if (!match) return { name, tasteNote: null };

  const from = match.index + match[0].indexOf(match[1]!);
  const rest = `${name.slice(0, from)} ${name.slice(from + match[1]!.length)}`.replace(/\s+/g, ' ').trim();
  return rest === '' ? { name, tasteNote: null } : { name: rest, tasteNote: match[1]!.trim() };
}

function tidyName(name: string): string {
  return name
    .replace(/^[\s,;:.)-]+(?!\d)/, '')
    .replace(/[\s,;:(*]+$/, '')
    .slice(0, MAX_NAME_LENGTH)
    .trim();
}
