/** Words of the API's document as HTML. */
import { html, raw } from 'hono/html';
import { renderMarkdown } from '../../../lib/markdown.ts';

/** Lines that are broken in the source run on in the page. */
export const prose = (text: string | undefined) =>
  text ? html`<div class="prose">${raw(renderMarkdown(text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')))}</div>` : '';

/** The same for a part of a line, where only code is marked up. */
export const inline = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** Long lines break where they must, so that nothing has to be moved sideways. */
export const code = (text: string, label: string) =>
  html`<figure class="sample"><figcaption>${label}</figcaption><pre><code>${text}</code></pre></figure>`;

/** A long one is folded until it is asked for. */
export function json(value: unknown, label: string) {
  const text = JSON.stringify(value, null, 2);
  if (text.split('\n').length <= 30) return code(text, label);
  return html`<details class="sample"><summary>${label}</summary><pre><code>${text}</code></pre></details>`;
}
