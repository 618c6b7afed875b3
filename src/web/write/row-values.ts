/** Reads and writes the rows of the recipe form, which are repeated fields in the order of the page. */
import {
  emptyRow,
  type IngredientRow,
  type IngredientRowGroup,
  type StepRow,
} from '../../domain/recipes/form.ts';

const textNames = ['ingredients', 'steps'];
const rowNames = ['group', 'line', 'amount', 'unit', 'food', 'note', 'step_name', 'step_text', 'step_time'];

export const usesRows = (values: URLSearchParams): boolean => values.get('layout') === 'rows';

export function ingredientRowsOf(values: URLSearchParams): IngredientRowGroup[] {
  const groups: IngredientRowGroup[] = [];
  let row: IngredientRow = { ...emptyRow };
  for (const [name, value] of values) {
    if (name === 'group') groups.push({ name: value.trim(), rows: [] });
    else if (name === 'line') {
      row = { ...emptyRow, line: value };
      if (groups.length === 0) groups.push({ name: '', rows: [] });
      groups.at(-1)!.rows.push(row);
    } else if (name === 'amount' || name === 'unit' || name === 'food' || name === 'note')
      row[name] = value.replaceAll(/\s+/g, ' ').trim();
  }
  return groups;
}

export function stepRowsOf(values: URLSearchParams): StepRow[] {
  const rows: StepRow[] = [];
  let row: StepRow = { name: '', text: '', time: '' };
  for (const [name, value] of values) {
    if (name === 'step_name') {
      row = { name: value, text: '', time: '' };
      rows.push(row);
    } else if (name === 'step_text') row.text = value;
    else if (name === 'step_time') row.time = value;
  }
  return rows;
}

/** Returns the values with these rows in place of the text or of other rows. */
export function withRows(
  values: URLSearchParams,
  groups: IngredientRowGroup[],
  steps: StepRow[],
): URLSearchParams {
  const changed = without(values, [...textNames, ...rowNames]);
  changed.set('layout', 'rows');
  for (const { name, rows } of groups) {
    changed.append('group', name);
    for (const { line, amount, unit, food, note } of rows)
      for (const [field, value] of Object.entries({ line, amount, unit, food, note }))
        changed.append(field, value);
  }
  for (const { name, text, time } of steps) {
    changed.append('step_name', name);
    changed.append('step_text', text);
    changed.append('step_time', time);
  }
  return changed;
}

/** Returns the values with these texts in place of the rows. */
export function withText(values: URLSearchParams, ingredients: string, steps: string): URLSearchParams {
  const changed = without(values, rowNames);
  changed.set('layout', 'text');
  changed.set('ingredients', ingredients);
  changed.set('steps', steps);
  return changed;
}

const without = (values: URLSearchParams, names: string[]) =>
  new URLSearchParams([...values].filter(([name]) => !names.includes(name)));
