/**
 * Reads the labelled sentences and scores the timers found in them. A label lists each duration with its seconds, as in
 * `Bake for 25–30 minutes. => 25–30 minutes = 1500-1800`; `-` is none, ` ; ` separates durations, and ` ~ ` spans that are
 * equally right. A file is named after its language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTimers } from '../../../src/recipe-import/timers.ts';
import type { Score } from '../labelled-lines/labelled-lines.ts';

interface LabelledSentence {
  sentence: string;
  /** Each duration as `span = seconds`, in every accepted spelling. */
  timers: string[][];
}

export function readLabelledSentences(): Map<string, LabelledSentence[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'));
  return new Map(
    files.map((name) => [
      name.replace('.txt', ''),
      readFileSync(join(import.meta.dirname, name), 'utf8')
        .split('\n')
        .filter((row) => row !== '')
        .map(readLabel),
    ]),
  );
}

/** A sentence is right if exactly its durations are found, with their spans and seconds. */
export function scoreSentences(language: string, sentences: LabelledSentence[]): Score {
  const wrong = sentences.flatMap(({ sentence, timers }) => {
    const found = readTimers(sentence, language).map(
      ({ start, end, seconds, maxSeconds }) =>
        `${sentence.slice(start, end)} = ${seconds}${maxSeconds === undefined ? '' : `-${maxSeconds}`}`,
    );
    const isRight = found.length === timers.length && found.every((timer, at) => timers[at]!.includes(timer));
    return isRight ? [] : [`${sentence} => ${found.join(' ; ') || '-'}  (expected ${timers.join(' ; ') || '-'})`];
  });
  return { lines: sentences.length, right: sentences.length - wrong.length, wrong };
}

function readLabel(row: string): LabelledSentence {
  const [sentence, label] = row.split(' => ');
  if (label === '-') return { sentence: sentence!, timers: [] };
  const timers = label!.split(' ; ').map((timer) => {
    const [spans, seconds] = timer.split(' = ');
    return spans!.split(' ~ ').map((span) => `${span} = ${seconds}`);
  });
  return { sentence: sentence!, timers };
}
