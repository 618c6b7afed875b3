/** Converts ingredients and steps to the rows of the edit form and back without loss. */
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { plainNumbers, readQuantity } from '../../recipe-import/quantity-text.ts';
import { canonicalUnit } from '../../recipe-import/units.ts';
import { durationToText, ingredientToText, readStep, type StepText } from './form-text.ts';
import { quantityText } from './ingredient-text.ts';

export interface IngredientRow {
  /** The line from which the row was made, or empty. An unchanged row keeps the exact ingredient of this line. */
  line: string;
  amount: string;
  unit: string;
  food: string;
  note: string;
}

/** Rows below one heading. */
export interface IngredientRowGroup {
  /** Empty for ingredients without a group. */
  name: string;
  rows: IngredientRow[];
}

export interface StepRow {
  name: string;
  text: string;
  /** Such as "30 min". */
  time: string;
}

export const emptyRow: IngredientRow = { line: '', amount: '', unit: '', food: '', note: '' };

const optionalNote = /(?:^|,\s*)optional$/i;

function toRow(ingredient: IngredientDraft): IngredientRow {
  const { unit, name, note, optional } = ingredient;
  const isStated = optional && !optionalNote.test(note ?? '');
  return {
    line: ingredientToText(ingredient),
    amount: quantityText(ingredient),
    unit: unit ?? '',
    food: name,
    note: [note, isStated ? 'optional' : ''].filter(Boolean).join(', '),
  };
}

export function ingredientsToRows(ingredients: IngredientDraft[]): IngredientRowGroup[] {
  const groups: IngredientRowGroup[] = [];
  let last: string | null | undefined;
  for (const ingredient of ingredients) {
    if (ingredient.group !== last) groups.push({ name: ingredient.group ?? '', rows: [] });
    last = ingredient.group;
    groups.at(-1)!.rows.push(toRow(ingredient));
  }
  return groups;
}

/** Keeps the exact ingredient wherever its row did not change. `before` are the stored ingredients. */
export function rowsToIngredients(
  groups: IngredientRowGroup[],
  before: IngredientDraft[],
): IngredientDraft[] {
  const known = Map.groupBy(before, ingredientToText);
  return groups.flatMap(({ name, rows }) =>
    rows
      .filter((row) => !isBlank(row))
      .map((row) => {
        const former =
          row.line === '' ? null : (known.get(row.line)?.shift() ?? parseIngredientLine(row.line));
        return { ...readRow(row, former), group: name.trim() || null };
      }),
  );
}

export const isBlank = ({ amount, unit, food, note }: IngredientRow): boolean =>
  `${amount}${unit}${food}${note}`.trim() === '';

/** An amount that is no number is kept as text: "some" of "some parsley". */
function readRow(row: IngredientRow, former: IngredientDraft | null): IngredientDraft {
  if (former && isSameRow(toRow(former), row)) return former;
  const { amount, unit, food, note } = row;
  const text = [[amount, unit, food].filter(Boolean).join(' '), note].filter(Boolean).join(', ');
  const parsed = parseIngredientLine(text);
  const plain = plainNumbers(amount);
  const read = readQuantity(plain);
  const isNumber = read?.end === plain.length;
  // A whole line in the field for the food, and an amount without food, are read as text.
  if (food === '' || (amount === '' && unit === '') || (amount !== '' && !isNumber)) return parsed;
  return {
    name: food,
    quantity: isNumber ? read.quantity : null,
    quantityMax: isNumber ? read.quantityMax : null,
    unit: canonicalUnit(unit) ?? (unit || null),
    note: note.replace(optionalNote, '').trim() || null,
    group: null,
    optional: parsed.optional,
    scalable: isNumber && (former?.quantity ? former.scalable : true),
    originalText: null,
  };
}

const isSameRow = (a: IngredientRow, b: IngredientRow) =>
  a.amount === b.amount && a.unit === b.unit && a.food === b.food && a.note === b.note;

export const stepsToRows = (steps: StepText[]): StepRow[] =>
  steps.map(({ name, content, duration, links }) => ({
    name,
    text: [
      content,
      ...links.map(({ url, serving }) => `See: ${url}${serving === null ? '' : ` for ${serving}`}`),
    ]
      .filter(Boolean)
      .join('\n'),
    time: duration === null ? '' : durationToText(duration),
  }));

const isLink = (line: string) => /^See: https?:\/\//i.test(line);

/** Writes each row as the text form writes a step, so that an unchanged step is recognised. */
export const rowsToSteps = (rows: StepRow[]): StepText[] =>
  rows.flatMap(({ name, text, time }) => {
    const lines = text.trim() === '' ? [] : text.trim().split('\n');
    const written = [
      ...(name.trim() ? [`## ${name.trim()}`] : []),
      ...lines.filter((line) => !isLink(line)),
      ...(time.trim() ? [`Time: ${time.trim()}`] : []),
      ...lines.filter(isLink),
    ].join('\n');
    return written === '' ? [] : [readStep(written)];
  });
