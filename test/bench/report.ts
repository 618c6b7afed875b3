/** Prints the progress and the result table of the benchmark. */

export interface Figure {
  measure: string;
  value: number;
  unit: 'per s' | 's' | 'ms' | 'ms per s' | 'MB' | 'MiB' | 'kB' | 'statements' | '×';
  /** The limit of the machine measured in the same run. */
  floor?: { name: string; value: number };
  /** A share of the limit, or a bound on the value. */
  aim?: { ratio: number } | { ratioAtMost: number } | { atLeast: number } | { atMost: number };
}

export function progress(line: string): void {
  process.stdout.write(`· ${line}\n`);
}

export function printTable(figures: Figure[]): void {
  const rows = [['', 'value', 'floor', 'ratio', 'aim', ''], ...figures.map(toRow)];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

function toRow({ measure, value, unit, floor, aim }: Figure): string[] {
  const ratio = floor && value / floor.value;
  return [
    measure,
    `${shown(value)} ${unit}`,
    floor ? `${shown(floor.value)} ${floor.name}` : '',
    ratio === undefined ? '' : `${(100 * ratio).toFixed(ratio < 0.1 ? 1 : 0)} %`,
    aim ? shownAim(aim, unit) : '',
    aim ? (isMet(aim, value, ratio) ? 'met' : 'missed') : '',
  ];
}

type Aim = NonNullable<Figure['aim']>;

function shownAim(aim: Aim, unit: string): string {
  if ('ratio' in aim) return `≥ ${100 * aim.ratio} %`;
  if ('ratioAtMost' in aim) return `≤ ${100 * aim.ratioAtMost} %`;
  return 'atLeast' in aim ? `≥ ${shown(aim.atLeast)} ${unit}` : `≤ ${shown(aim.atMost)} ${unit}`;
}

function isMet(aim: Aim, value: number, ratio: number | undefined): boolean {
  if ('ratio' in aim) return (ratio ?? 0) >= aim.ratio;
  if ('ratioAtMost' in aim) return (ratio ?? Number.POSITIVE_INFINITY) <= aim.ratioAtMost;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}

function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}
