/** Formats dates. */
import { html } from 'hono/html';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const dayText = (date: Date): string => days.format(date);

export const day = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`;
