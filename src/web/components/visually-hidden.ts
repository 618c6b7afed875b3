/** Renders text for screen readers only. It fits a tag of a message. */
import { html } from 'hono/html';

export const visuallyHidden = (content: unknown) => html`<span class="visually-hidden">${content}</span>`;
