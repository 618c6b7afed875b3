/** Parses a line of an ingredient list into amount, unit, name and note. */
import type { IngredientDraft } from './draft.ts';
import { type Amount, readLeadingAmount, readUncounted } from './ingredient-amount.ts';
import { splitNotes, tidyNote } from './ingredient-notes.ts';
import * as words from './ingredient-words.ts';
import { toDisplay } from './quantity.ts';
import { plainNumbers, readQuantity } from './quantity-text.ts';
import { readSeparatedAmount, readTrailingAmount } from './trailing-amount.ts';
import { readUnit } from './units.ts';

const MAX_LINE_LENGTH = 500;
const MAX_NAME_LENGTH = 200;
const PART_OF =
  /^(?:the |la |le |il |het |de )?(\p{L}{2,20}(?: (?:and|&) \p{L}{2,20})?) (?:(?:of|from|van|von|de la|de|di|od|af|av|från|fra|z|ze|iz|από|із|з|из|от) (?=[\d\p{L}])|d['’](?=[\d\p{L}]))/iu;
/** "Saft einer Zitrone", "сок 1 лимона". */
const PART = /^(saft|schale|abrieb|сок|цедра|сік|suc|zumo|jugo) (?=[\d\p{L}])/iu;

/** Never throws: an unparsable line becomes the ingredient's name. */
export function parseIngredientLine(text: string, group: string | null = null): IngredientDraft {
  const originalText = text.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
  const line = plainNumbers(originalText)
    .replace(/\[([^[\]|]{1,200})\|[^[\]]{1,300}\]/g, '$1')
    .replace(/^(?:[-–—•●▢□☐*·▪✓]\s?)+(?=\S)/, '')
    .replace(/^between (?=[\d\p{L}])/iu, '')
    .replace(/^(?:a )?couple (?:of )?(?=\p{L})/iu, '2 ');

  const { optional, isVague, notes, rest } = readPrefixes(line);
  const amount = readAmount(rest) ?? (isVague ? readUnitOnly(rest) : null);
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
    name: tidyName(oneForm(name, amount)) || tidyName(line) || originalText || '?',
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
  if (missing) return readUnitOnly(line.slice(missing.length));

  return (
    readLeadingAmount(line) ??
    readPartOf(line) ??
    readTrailingAmount(line) ??
    readSeparatedAmount(line) ??
    readUncounted(line)
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

/** "Juice of 1/2 lemon" is half a lemon with the note "juice". */
function readPartOf(line: string): Amount | null {
  const part = PART_OF.exec(line) ?? PART.exec(line);
  if (!part || !readQuantity(line, part[0].length)) return null;

  const amount = readLeadingAmount(line.slice(part[0].length));
  return amount && { ...amount, notes: [part[1]!.toLowerCase(), ...amount.notes] };
}

function readPrefixes(line: string): { optional: boolean; isVague: boolean; notes: string[]; rest: string } {
  const notes: string[] = [];
  let rest = line;
  let isVague = false;

  const optional = words.OPTIONAL_PREFIX.test(rest);
  rest = rest.replace(words.OPTIONAL_PREFIX, '');

  for (const prefix of [words.USE_PREFIX, words.ABOUT, words.VAGUE]) {
    const match = prefix.exec(rest);
    if (!match) continue;
    const after = rest.slice(match[0].length);
    if (prefix === words.ABOUT && !readQuantity(after)) continue;
    notes.push((match[1] ?? match[2]!).toLowerCase());
    isVague ||= prefix === words.VAGUE;
    rest = after;
  }

  return { optional, isVague, notes, rest };
}

function liftTaste(name: string): { name: string; tasteNote: string | null } {
  const match = words.TO_TASTE.exec(name) ?? words.VAGUE_SUFFIX.exec(name);
  if (!match) return { name, tasteNote: null };

  const from = match.index + match[0].indexOf(match[1]!);
  const rest = `${name.slice(0, from)} ${name.slice(from + match[1]!.length)}`.replace(/\s+/g, ' ').trim();
  return rest === '' ? { name, tasteNote: null } : { name: rest, tasteNote: match[1]!.trim() };
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
