/** Formats durations as ISO 8601 and as text. */
import { t } from './language/text.ts';

/** Formats seconds as `PT1H30M`. */
export function toDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = seconds % 60;
  const parts = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  return `PT${parts || '0S'}`;
}

/** Formats seconds as `1 h 30 min`, in the reader's language. */
export const durationText = (seconds: number): string =>
  partsOf(seconds)
    .map(([unit, n]) => t(`time.${unit}`, { n }))
    .join(' ');

const symbols = { days: 'd', hours: 'h', minutes: 'min', seconds: 's' } as const;

/** The same for every reader, for fields that are read back and for recipes in English. */
export const plainDuration = (seconds: number): string =>
  partsOf(seconds)
    .map(([unit, n]) => `${n} ${symbols[unit]}`)
    .join(' ');

/** Seconds only count below ten minutes. */
function partsOf(seconds: number): [unit: keyof typeof symbols, n: number][] {
  if (seconds < 60) return [['seconds', seconds]];
  const isShort = seconds < 600;
  const minutes = isShort ? Math.floor(seconds / 60) : Math.round(seconds / 60);
  const parts: [keyof typeof symbols, number][] = [
    ['days', Math.floor(minutes / 1440)],
    ['hours', Math.floor((minutes % 1440) / 60)],
    ['minutes', minutes % 60],
    ['seconds', isShort ? seconds % 60 : 0],
  ];
  return parts.filter(([, n]) => n > 0);
}
