/** Formats dates and durations. */
import { html } from 'hono/html';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const dayText = (date: Date): string => days.format(date);

export const day = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`;

/** Formats seconds as `1 h 30 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 600 && seconds % 60 !== 0) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return [d && `${d} d`, h && `${h} h`, m && `${m} min`].filter(Boolean).join(' ');
}
