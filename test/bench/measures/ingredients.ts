/** Prints how many labelled ingredient lines are parsed correctly. Needs no database. */
import { readLabelledLines, scoreLines } from '../../recipe-import/labelled-lines/labelled-lines.ts';

/** Quantity, unit and name must all be right. Wrong lines are printed too. */
export function printIngredientScores(): void {
  let [lines, right] = [0, 0];
  for (const [language, labelled] of readLabelledLines()) {
    const score = scoreLines(labelled);
    lines += score.lines;
    right += score.right;
    process.stdout.write(`${language.padEnd(8)}${row(score.right, score.lines)}\n`);
    for (const mistake of score.wrong) process.stdout.write(`    ${mistake}\n`);
  }
  process.stdout.write(`${'all'.padEnd(8)}${row(right, lines)}\n`);
}

const row = (right: number, lines: number) =>
  `${String(right).padStart(5)} of ${String(lines).padStart(4)}${lines > 0 ? `  ${((100 * right) / lines).toFixed(1)} %` : ''}`;
