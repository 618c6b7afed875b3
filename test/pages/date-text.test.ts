/** Ages of posts, as people say them. */
import { expect, test } from 'vitest';
import { ageText } from '../../src/lib/language/formats.ts';

test('a fresh post has an age, and an old one a date', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const cases: [date: string, text: string][] = [
    ['2026-11-23T12:00:30Z', 'now'],
    ['2026-11-23T11:59:01Z', 'now'],
    ['2026-11-23T11:56:00Z', '4 min'],
    ['2026-11-23T09:00:00Z', '3 hr'],
    ['2026-11-22T12:00:00Z', '1 day'],
    ['2026-11-16T12:00:01Z', '6 days'],
    ['2026-11-16T12:00:00Z', '16 Nov'],
    ['2025-11-16T12:00:00Z', '16 Nov 2025'],
    ['2026-12-24T12:00:00Z', '24 Dec'],
  ];
  expect(cases.map(([date]) => [date, ageText(new Date(date), now)])).toEqual(cases);
});
