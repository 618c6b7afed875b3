/** Reads which item of a shopping list was ticked or unticked. */
import { readId } from '../../http/pagination.ts';

/** The id is 0 if none was, which no item has. */
export function readTick(fields: URLSearchParams): { id: number; checked: boolean } {
  const ticked = readId(fields.get('tick') ?? '');
  return { id: ticked ?? readId(fields.get('untick') ?? '') ?? 0, checked: ticked !== null };
}
