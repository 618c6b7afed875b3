/** Scores the reader of timers on labelled sentences in more than 15 languages. */
import { describe, expect, it } from 'vitest';
import { readTimers } from '../../src/recipe-import/timers.ts';
import { readLabelledSentences, scoreSentences } from './labelled-timers/labelled-timers.ts';

const labelled = readLabelledSentences();
const scores = new Map([...labelled].map(([name, sentences]) => [name, scoreSentences(name, sentences)]));
const total = (field: 'lines' | 'right') => [...scores.values()].reduce((sum, score) => sum + score[field], 0);

describe('labelled timers', () => {
  it('there are at least 200 sentences in at least 15 languages', () => {
    expect(scores.size).toBeGreaterThanOrEqual(15);
    expect(total('lines')).toBeGreaterThanOrEqual(200);
  });

  it('at least 95 % of the sentences have exactly the right timers', () => {
    const wrong = [...scores.values()].flatMap((score) => score.wrong);
    expect(total('right') / total('lines'), wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('no sentence without a duration has a timer', () => {
    const sentences = [...labelled].flatMap(([language, all]) =>
      all.filter(({ timers }) => timers.length === 0).map(({ sentence }) => ({ language, sentence })),
    );
    expect(sentences.length).toBeGreaterThan(40);
    expect(sentences.filter(({ language, sentence }) => readTimers(sentence, language).length > 0)).toEqual([]);
  });
});

it.each<[text: string, timers: number[][]]>([
  ['Cuocere 15/20 minuti.', [[900, 1200]]],
  ['Cuire 3/4 heure.', [[2700]]],
  ['Riposare 24/48 ore.', [[86_400, 172_800]]],
  ['Cook for 1:30 hours.', [[5400]]],
  ['Guests come at 08:30 hours.', []],
  ['Add E120 minutes before.', []],
  ['Serve with 3-minute rice and 12-hour brisket.', []],
  ['Rest for a 10-minute rest, then a gentle 5-minute simmer.', [[600], [300]]],
])('fractions, ranges with a slash and times of day differ: %s', (text, timers) => {
  const found = readTimers(text, text.includes('ore') ? 'it' : 'en');
  expect(found.map(({ seconds, maxSeconds }) => [seconds, maxSeconds].filter((each) => each))).toEqual(timers);
});

it.each<[language: string, text: string, timers: (number | undefined)[][]]>([
  ['it', 'Cuocere tra i 10 e i 15 minuti.', [[600, 900]]],
  ['es', 'Cocer entre los 20 y los 25 minutos.', [[1_200, 1_500]]],
  ['pt', 'Asse entre os 30 e os 40 minutos.', [[1_800, 2_400]]],
  ['ko', '10분에서 15분 정도 끓인다', [[600, 900]]],
  ['ko', '오븐에서 15분 굽는다', [[900, undefined]]],
  ['en', 'Top the overnight oats.', []],
  ['en', 'Soak the oats overnight.', [[28_800, 43_200]]],
])('%s: "%s" has the timers %j', (language, text, timers) => {
  expect(readTimers(text, language).map(({ seconds, maxSeconds }) => [seconds, maxSeconds])).toEqual(timers);
});

it('offsets count UTF-16 units of the text as written', () => {
  const text = '🍞 Backe ½ Stunde bei ２００ °C, dann 1½ Stunden.';
  expect(readTimers(text, 'de').map(({ start, end }) => text.slice(start, end))).toEqual(['½ Stunde', '1½ Stunden']);
});

it('words that mean something else in other languages count in their own only', () => {
  expect(readTimers('Lad hæve 2 timer.', 'da')).toHaveLength(1);
  expect(readTimers('Set 2 timer alarms.', 'en')).toEqual([]);
  expect(readTimers('Rebus 2 jam.', 'id')).toHaveLength(1);
  expect(readTimers('Fill 2 jam jars.', 'en')).toEqual([]);
});

it.each<[language: string, text: string, seconds: number[]]>([
  ['en', 'Bake between 20 and 25 minutes.', [1200, 1500]],
  ['en', 'Bake between 45 minutes and 1 hour.', [2700, 3600]],
  ['es', 'Hornear entre 20 y 25 minutos.', [1200, 1500]],
  ['fr', 'Cuire entre 20 et 25 minutes.', [1200, 1500]],
  ['de', 'Zwischen 20 und 25 Minuten backen.', [1200, 1500]],
  ['it', 'Cuocere tra 20 e 25 minuti.', [1200, 1500]],
  ['pt', 'Asse entre 20 e 25 minutos.', [1200, 1500]],
  ['nl', 'Bak tussen 20 en 25 minuten.', [1200, 1500]],
  ['pl', 'Piec między 20 a 25 minut.', [1200, 1500]],
  ['uk', 'Випікати між 20 і 25 хвилинами.', [1200, 1500]],
  ['ru', 'Выпекать между 20 и 25 минутами.', [1200, 1500]],
  ['tr', '20 ile 25 dakika arasında pişirin.', [1200, 1500]],
  ['ar', 'اخبز بين 20 و25 دقيقة.', [1200, 1500]],
  ['hi', '20 और 25 मिनट के बीच पकाएं।', [1200, 1500]],
  ['ja', '20分から25分の間焼く。', [1200, 1500]],
  ['ko', '20분에서 25분 사이로 굽는다.', [1200, 1500]],
  ['zh', '烤20和25分钟之间。', [1200, 1500]],
  ['sv', 'Grädda mellan 20 och 25 minuter.', [1200, 1500]],
  ['da', 'Bag mellem 20 og 25 minutter.', [1200, 1500]],
  ['de', '3-Minuten-Reis kochen.', []],
  ['de', 'Nach einer 30-Minuten-Pause weiterkneten.', [1800]],
])('%s: %s', (language, text, seconds) => {
  const found = readTimers(text, language);
  expect(found.flatMap((timer) => [timer.seconds, timer.maxSeconds ?? []].flat())).toEqual(seconds);
});

it.each<[language: string, text: string, timers: number[][]]>([
  ['fr', 'Enfourner 3/4 d’heure.', [[2_700]]],
  ['it', 'Cuocere dai 20 ai 25 minuti.', [[1_200, 1_500]]],
  ['uk', 'Варити півгодини.', [[1_800]]],
  ['en', 'Start 2 days ahead.', []],
])('%s: %s', (language, text, timers) => {
  const found = readTimers(text, language);
  expect(found.map(({ seconds, maxSeconds }) => (maxSeconds ? [seconds, maxSeconds] : [seconds]))).toEqual(timers);
});
