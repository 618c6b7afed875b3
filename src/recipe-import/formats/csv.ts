/** Reads recipes from a table whose first line names its columns: that of Plan to Eat, or any other. */
import { type CsvHead, readCsvHead, readCsvRows } from '../../lib/csv.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { fieldNamed, isRecipeFields, readNamedFields, toNamedFields } from './named-fields.ts';

/** Of recipes there are also tables with bars. */
export const headOf = (text: string): CsvHead => readCsvHead(text, [',', ';', '\t', '|']);

/** True if the columns have a title, and ingredients or instructions. */
export function isRecipeTable(text: string): boolean {
  const { columns } = headOf(text);
  return isRecipeFields(columns.map(fieldNamed));
}

/** A row within quotation marks that do not end is cut. */
export function* findInTable(text: string): Generator<FoundInFile> {
  const head = headOf(text);
  const { columns } = head;
  const isPlanToEat = ['Course', 'Main Ingredient', 'Directions'].every((name) => columns.includes(name));
  yield { type: 'format', format: isPlanToEat ? 'Plan to Eat' : 'CSV' };
  const titleAt = columns.findIndex((column) => fieldNamed(column) === 'title');
  const rows = readCsvRows(text, head);
  let next = rows.next();
  while (!next.done) {
    const cells = next.value;
    const entries = joinRepeated(columns.map((column, index) => [column, cells[index]?.trim() ?? ''] as const));
    if (cells.some((cell) => cell.trim() !== ''))
      yield unreadEntry(cells[titleAt], () => readNamedFields(toNamedFields(entries)));
    next = rows.next();
  }
  if (next.value !== null) yield foundCut(next.value[titleAt]);
}

/** Columns with one name are the lines of a list, also if they are numbered: "Ingredient 1". */
function joinRepeated(entries: (readonly [string, string])[]): (readonly [string, string])[] {
  const byName = Map.groupBy(entries, ([column]) => column.replace(/[\s_#.-]{0,3}\d{1,3}$/, ''));
  if (byName.size === entries.length) return entries;
  return [...byName].map(
    ([column, list]) =>
      [
        column,
        list
          .map(([, cell]) => cell)
          .filter(Boolean)
          .join('\n'),
      ] as const,
  );
}
