/** Renders short facts in a line that wraps. The style sheet draws a dot between two facts of the same line. */

import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** Leaves out what is empty. The spaces keep the facts apart for screen readers and in copied text. */
export function factLine(facts: (Html | string | number | false | null | undefined)[]): Html | string {
  const shown = facts.filter(Boolean).map((fact) => html` <span>${fact}</span>`);
  return shown.length > 0 ? html`<span class="fact-line"><span>${shown}</span></span>` : '';
}
