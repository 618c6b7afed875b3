/** Renders dates and ages. */
import { html } from 'hono/html';
import { ageText, dayText, momentText } from '../../lib/language/formats.ts';

export const day = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`;

/** Day and time. */
export const moment = (date: Date) => html`<time datetime="${date.toISOString()}">${momentText(date)}</time>`;

/** The age at the time of the request. The full date is in the title. */
export const age = (date: Date) =>
  html`<time datetime="${date.toISOString()}" title="${momentText(date)}">${ageText(date)}</time>`;
