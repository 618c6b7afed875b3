/** Switches the recipe form between text and rows, and adds rows. Nothing that was typed is lost. */
import {
  emptyRow,
  type IngredientRowGroup,
  ingredientsToRows,
  ingredientsToText,
  isBlank,
  joinSteps,
  reuseUnchangedIngredients,
  rowsToIngredients,
  rowsToSteps,
  type StepRow,
  splitIngredients,
  splitSteps,
  stepsToRows,
} from '../../domain/recipes/form.ts';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { ingredientRowsOf, stepRowsOf, usesRows, withRows, withText } from './row-values.ts';

const emptyStep: StepRow = { name: '', text: '', time: '' };

/** `before` are the stored ingredients, which unchanged lines keep exactly. */
export function toRows(values: URLSearchParams, before: IngredientDraft[]): URLSearchParams {
  if (usesRows(values)) return values;
  const lines = splitIngredients(values.get('ingredients') ?? '');
  const parsed = lines.map(({ line }) => parseIngredientLine(line));
  const groups = ingredientsToRows(reuseUnchangedIngredients(lines, parsed, before));
  const steps = stepsToRows(splitSteps(values.get('steps') ?? ''));
  return withRows(
    values,
    groups.length > 0 ? groups : [{ name: '', rows: [emptyRow, emptyRow, emptyRow] }],
    steps.length > 0 ? steps : [emptyStep, emptyStep],
  );
}

export function toText(values: URLSearchParams, before: IngredientDraft[]): URLSearchParams {
  if (!usesRows(values)) return values;
  const ingredients = rowsToIngredients(ingredientRowsOf(values), before);
  const steps = rowsToSteps(stepRowsOf(values));
  return withText(values, ingredientsToText(ingredients), joinSteps(steps.map(({ written }) => written)));
}

/** Does what the pressed button says: `rows`, `text`, `add-row-2`, `add-group`, `add-step`, `row-up-3` or `step-down-0`. */
export function changeLayout(
  values: URLSearchParams,
  intent: string,
  before: IngredientDraft[],
): URLSearchParams {
  if (intent === 'rows') return toRows(values, before);
  if (intent === 'text') return toText(values, before);
  if (!usesRows(values)) return values;
  const groups = ingredientRowsOf(values);
  const steps = stepRowsOf(values);
  const at = /^add-row-(\d{1,3})$/.exec(intent)?.[1];
  if (at !== undefined) groups[Number(at)]?.rows.push(emptyRow);
  else if (intent === 'add-group') groups.push({ name: '', rows: [emptyRow, emptyRow] });
  else if (intent === 'add-step') steps.push(emptyStep);
  const [, kind, direction, place] = /^(row|step)-(up|down)-(\d{1,4})$/.exec(intent) ?? [];
  const by = direction === 'up' ? -1 : 1;
  if (kind === 'row')
    moveRow(
      groups.map(({ rows }) => rows),
      Number(place),
      by,
      emptyRow,
    );
  else if (kind === 'step') moveRow([steps], Number(place), by, emptyStep);
  return withRows(values, intent === 'add-group' ? withoutBlankEnds(groups) : groups, steps);
}

/** A new group follows the last filled row. */
const withoutBlankEnds = (groups: IngredientRowGroup[]): IngredientRowGroup[] =>
  groups.map(({ name, rows }, at) => {
    if (at === groups.length - 1) return { name, rows };
    const filled = rows.findLastIndex((row) => !isBlank(row));
    return { name, rows: rows.slice(0, Math.max(1, filled + 1)) };
  });

/** `at` counts the rows of all lists. A row leaves the end of its list for the next one, and no list becomes empty. */
function moveRow<Row>(lists: Row[][], at: number, by: 1 | -1, blank: Row): void {
  let place = at;
  const index = lists.findIndex(({ length }) => {
    if (place < length) return true;
    place -= length;
    return false;
  });
  const rows = lists[index];
  const row = rows?.[place];
  if (!rows || !row) return;
  const neighbour = rows[place + by];
  if (neighbour) {
    rows[place] = neighbour;
    rows[place + by] = row;
    return;
  }
  const next = lists[index + by];
  if (!next) return;
  rows.splice(place, 1);
  if (rows.length === 0) rows.push(blank);
  if (by === 1) next.unshift(row);
  else next.push(row);
}
