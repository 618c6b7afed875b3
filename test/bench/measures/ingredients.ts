/** Prints how many labelled ingredient lines and sentences with durations are read correctly. Needs no database. */
import {
  readHeldOutLines,
  readLabelledLines,
  type Score,
  scoreLines,
} from '../../recipe-import/labelled-lines/labelled-lines.ts';
import { readLabelledSentences, scoreSentences } from '../../recipe-import/labelled-timers/labelled-timers.ts';

/** Quantity, unit and name must all be right. Wrong lines are printed too. */
export function printIngredientScores(): void {
  for (const [title, set] of [
    ['Tuned on', readLabelledLines()],
    ['Held out', readHeldOutLines()],
  ] as const) {
    process.stdout.write(`${title}:\n`);
    printScores([...set].map(([language, lines]) => [language, scoreLines(lines)]));
  }
}

/** Exactly the durations of a sentence must be found. */
export function printTimerScores(): void {
  printScores([...readLabelledSentences()].map(([language, all]) => [language, scoreSentences(language, all)]));
}

function printScores(scores: [language: string, score: Score][]): void {
  let [lines, right] = [0, 0];
  for (const [language, score] of scores) {
    lines += score.lines;
    right += score.right;
    process.stdout.write(`${language.padEnd(8)}${row(score.right, score.lines)}\n`);
    for (const mistake of score.wrong) process.stdout.write(`    ${mistake}\n`);
  }
  const english = scores.find(([language]) => language === 'en')?.[1];
  if (english) process.stdout.write(`${'others'.padEnd(8)}${row(right - english.right, lines - english.lines)}\n`);
  process.stdout.write(`${'all'.padEnd(8)}${row(right, lines)}\n`);
}

const row = (right: number, lines: number) =>
  `${String(right).padStart(5)} of ${String(lines).padStart(4)}${lines > 0 ? `  ${((100 * right) / lines).toFixed(1)} %` : ''}`;
