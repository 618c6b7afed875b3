/** Turns rows with columns such as `"account.name"` into nested objects. */

/** All rows must have the same columns. */
export function nest<T>(rows: Record<string, unknown>[]): T[] {
  const [first] = rows;
  if (!first) return [];

  const plan = Object.keys(first).map((column) => {
    const dot = column.lastIndexOf('.');
    return { column, path: dot < 0 ? [] : column.slice(0, dot).split('.'), key: column.slice(dot + 1) };
  });

  return rows.map((row) => {
    const result: Record<string, unknown> = {};
    for (const { column, path, key } of plan) {
      let target = result;
      for (const step of path) {
        target[step] ??= {};
        target = target[step] as Record<string, unknown>;
      }
      target[key] = row[column];
    }
    return result as T;
  });
}
