/** Scores the parser of ingredient lines on labelled lines in 40 languages. */
import { describe, expect, it } from 'vitest';
import { readHeldOutLines, readLabelledLines, type Score, scoreLines } from './labelled-lines/labelled-lines.ts';

const scores = new Map([...readLabelledLines()].map(([language, lines]) => [language, scoreLines(lines)]));
const sum = (chosen: Score[]) => ({
  lines: chosen.reduce((total, { lines }) => total + lines, 0),
  right: chosen.reduce((total, { right }) => total + right, 0),
});

describe('labelled ingredient lines', () => {
  it('at least 96 % of the English lines have the right quantity, unit and name', () => {
    const english = scores.get('en')!;
    expect(english.right / english.lines, english.wrong.join('\n')).toBeGreaterThanOrEqual(0.96);
  });

  it('at least 92 % of the lines in other languages have the right quantity, unit and name', () => {
    const others = [...scores].filter(([language]) => language !== 'en').map(([, score]) => score);
    const { lines, right } = sum(others);
    expect(right / lines, others.flatMap(({ wrong }) => wrong).join('\n')).toBeGreaterThanOrEqual(0.92);
  });

  it.each([...scores])('no language falls behind: %s', (_, { lines, right, wrong }) => {
    if (lines > 0) expect(right / lines, wrong.join('\n')).toBeGreaterThanOrEqual(0.85);
  });

  it('there are at least 600 lines in at least 20 languages', () => {
    expect(scores.size).toBeGreaterThanOrEqual(20);
    expect(sum([...scores].filter(([name]) => name !== 'shared').map(([, score]) => score)).lines).toBeGreaterThan(600);
  });
});

describe('held-out ingredient lines, on which nothing is tuned', () => {
  const heldOut = readHeldOutLines();
  const english = heldOut.get('en')!;
  const others = [...heldOut].filter(([language]) => language !== 'en').flatMap(([, lines]) => lines);

  it('at least 96 % of the English lines have the right quantity, unit and name', () => {
    const { lines, right, wrong } = scoreLines(english);
    expect(right / lines, wrong.join('\n')).toBeGreaterThanOrEqual(0.96);
  });

  it('at least 92 % of the lines in other languages have the right quantity, unit and name', () => {
    const { lines, right, wrong } = scoreLines(others);
    expect(right / lines, wrong.join('\n')).toBeGreaterThanOrEqual(0.92);
  });

  it('there are at least 60 English and 250 other lines in 25 files, and none is used for tuning', () => {
    expect(english.length).toBeGreaterThanOrEqual(60);
    expect(others.length).toBeGreaterThanOrEqual(250);
    expect(heldOut.size).toBeGreaterThanOrEqual(26);
    const tuned = new Set([...readLabelledLines().values()].flat().map(({ line }) => line));
    expect([...english, ...others].map(({ line }) => line).filter((line) => tuned.has(line))).toEqual([]);
  });
});
