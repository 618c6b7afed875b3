/** Lists what to do next, each with a link. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import type { Html } from '../components/layout.ts';

export interface NextStep {
  label: string;
  path: string;
  text: Html | string;
  /** Marked as done, still with its link. */
  isDone?: boolean;
}

export const nextSteps = (steps: NextStep[]) =>
  html`<ul class="next-steps">${steps.map(
    ({ label, path, text, isDone }) =>
      html`<li${isDone ? html` class="done"` : ''}><a href="${path}">${label}</a>${isDone ? html` <span class="chip">${t('welcome.done')}</span>` : ''}<span class="hint">${text}</span></li>`,
  )}</ul>`;
