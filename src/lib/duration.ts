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
export function durationText(seconds: number): string {
  if (seconds < 60) return t('time.seconds', { n: seconds });
  if (seconds < 600 && seconds % 60 !== 0) {
    return `${t('time.minutes', { n: Math.floor(seconds / 60) })} ${t('time.seconds', { n: seconds % 60 })}`;
  }
  const minutes = Math.round(seconds / 60);
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return [d && t('time.days', { n: d }), h && t('time.hours', { n: h }), m && t('time.minutes', { n: m })]
    .filter(Boolean)
    .join(' ');
}
