/** Formats dates and ages. */
import { html } from 'hono/html';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const dayText = (date: Date): string => days.format(date);

export const day = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`;

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const daysOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const daysOfYears = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const now = new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(0, 'second');

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;
const maxDays = 6;

/** `now`, `4 min`, `3 hr`, `2 days`, `12 Nov`, `12 Nov 2024`. Also a date in the future, of a server whose clock is wrong, is a day. */
export function ageText(date: Date, today = new Date()): string {
  const seconds = Math.floor((today.getTime() - date.getTime()) / 1000);
  const isThisYear = date.getUTCFullYear() === today.getUTCFullYear();
  if (seconds < -60 || seconds >= (maxDays + 1) * 86_400) {
    return (isThisYear ? daysOfYear : daysOfYears).format(date);
  }
  const found = units.find((unit) => seconds >= unit.seconds);
  if (!found) return now;
  const format = new Intl.NumberFormat('en', { style: 'unit', unit: found.unit, unitDisplay: 'short' });
  return format.format(Math.floor(seconds / found.seconds));
}

/** Day and time. */
export const moment = (date: Date) =>
  html`<time datetime="${date.toISOString()}">${times.format(date)} UTC</time>`;

/** The age at the time of the request. The full date is in the title. */
export const age = (date: Date) =>
  html`<time datetime="${date.toISOString()}" title="${times.format(date)} UTC">${ageText(date)}</time>`;
