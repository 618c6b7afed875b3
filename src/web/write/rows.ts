/** Reads rows of forms that were opened, or kept in a browser, when each ingredient had four fields. */
import { isDeepStrictEqual } from 'node:util';
import { quantityText } from '../../domain/recipes/text.ts';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { plainNumbers, readQuantity } from '../../recipe-import/quantity-text.ts';
import { canonicalUnit } from '../../recipe-import/units.ts';
import { ingredientsToText, ingredientToText, joinSteps } from './recipe-text.ts';

interface IngredientRow {
  /** The heading above it. */
  group: string | null;
  /** The line from which the row was made, or empty. An unchanged row keeps the exact ingredient of this line. */
  line: string;
  amount: string;
  unit: string;
  food: string;
  note: string;
}

const rowNames = ['group', 'line', 'amount', 'unit', 'food', 'note', 'step_name', 'step_text', 'step_time'];

/** `before` are the stored ingredients, which unchanged rows keep exactly. */
export function withText(values: URLSearchParams, before: IngredientDraft[]): URLSearchParams {
  if (values.get('layout') !== 'rows') return values;
  const changed = new URLSearchParams([...values].filter(([name]) => name !== 'layout' && !rowNames.includes(name)));
  changed.set('ingredients', ingredientsToText(readIngredients(values, before)));
  changed.set('steps', joinSteps(stepTexts(values)));
  return changed;
}

function readIngredients(values: URLSearchParams, before: IngredientDraft[]): IngredientDraft[] {
  const known = Map.groupBy(before, ingredientToText);
  const rows = ingredientRowsOf(values).filter((row) => !isBlank(row));
  return rows.map((row) => {
    const former = row.line === '' ? null : (known.get(row.line)?.shift() ?? parseIngredientLine(row.line));
    return { ...readRow(row, former), group: row.group };
  });
}

function ingredientRowsOf(values: URLSearchParams): IngredientRow[] {
  const rows: IngredientRow[] = [];
  let group: string | null = null;
  for (const [name, value] of values) {
    const row = rows.at(-1);
    if (name === 'group') group = value.trim() || null;
    else if (name === 'line') rows.push({ group, line: value, amount: '', unit: '', food: '', note: '' });
    else if (row && (name === 'amount' || name === 'unit' || name === 'food' || name === 'note'))
      row[name] = value.replaceAll(/\s+/g, ' ').trim();
  }
  return rows;
}

const optionalNote = /(?:^|,\s*)optional$/i;

function toRow(ingredient: IngredientDraft): Omit<IngredientRow, 'group' | 'line'> {
  const { unit, name, note, optional } = ingredient;
  const isStated = optional && !optionalNote.test(note ?? '');
  return {
    amount: quantityText(ingredient),
    unit: unit ?? '',
    food: name,
    note: [note, isStated ? 'optional' : ''].filter(Boolean).join(', '),
  };
}

const isBlank = ({ amount, unit, food, note }: IngredientRow): boolean =>
  `${amount}${unit}${food}${note}`.trim() === '';

/** An amount that is no number is kept as text: "some" of "some parsley". */
function readRow(row: IngredientRow, former: IngredientDraft | null): IngredientDraft {
  const { amount, unit, food, note } = row;
  if (former && isDeepStrictEqual(toRow(former), { amount, unit, food, note })) return former;
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

/** Writes each row as the text form writes a step, so that an unchanged step is recognised. */
function stepTexts(values: URLSearchParams): string[] {
  const rows: { name: string; text: string; time: string }[] = [];
  for (const [name, value] of values) {
    const row = rows.at(-1);
    if (name === 'step_name') rows.push({ name: value.trim(), text: '', time: '' });
    else if (row && name === 'step_text') row.text = value.trim();
    else if (row && name === 'step_time') row.time = value.trim();
  }
  return rows
    .map(({ name, text, time }) => {
      const lines = text === '' ? [] : text.split('\n');
      return [
        ...(name ? [`## ${name}`] : []),
        ...lines.filter((line) => !isLink(line)),
        ...(time ? [`Time: ${time}`] : []),
        ...lines.filter(isLink),
      ].join('\n');
    })
    .filter(Boolean);
}

const isLink = (line: string) => /^See: https?:\/\//i.test(line);
