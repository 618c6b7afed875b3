/** Small operations on lists. */

export const idsOf = <Id>(rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id);

export function* chunksOf<Entry>(list: readonly Entry[], size: number): Generator<Entry[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
