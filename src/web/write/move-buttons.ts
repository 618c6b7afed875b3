/** Renders the buttons that move a row of the recipe form. The style sheet hides those that have nowhere to go. */
import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';

interface Moves {
  kind: 'row' | 'step';
  /** The place of the row among all rows of this kind. */
  at: number;
  /** The places where the row is afterwards, to which the page then scrolls. */
  up: number;
  down: number;
  /** The path of the form. */
  action: string;
}

export function moveButtons({ kind, at, up, down, action }: Moves) {
  const button = (direction: 'up' | 'down', sign: string, label: string, to: number) =>
    html`<button class="quiet small" name="intent" value="${kind}-${direction}-${at}" formaction="${action}#${kind}-${to}" formnovalidate data-move="${direction}" aria-label="${label}" title="${label}">${sign}</button>`;
  return html`<span class="moves">${button('up', '↑', t('write.move-up'), up)}${button('down', '↓', t('write.move-down'), down)}</span>`;
}
