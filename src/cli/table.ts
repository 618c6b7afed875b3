/** Formats rows as a text table. */

/** Each column is as wide as its widest cell; the last one is not padded. */
export function table(heads: string[], rows: string[][]): string[] {
  const lines = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

export const day = (at: Date): string => at.toISOString().slice(0, 10);
