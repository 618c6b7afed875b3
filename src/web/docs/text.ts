/** Renders texts and examples of the OpenAPI document. */
import { html, raw } from 'hono/html';
import { renderMarkdown } from '../../lib/markdown.ts';

/** Renders Markdown. Joins lines that are wrapped in the source. */
export const prose = (text: string | undefined) =>
  text ? html`<div class="prose">${raw(renderMarkdown(text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')))}</div>` : '';

/** Renders inline text, in which only code is marked up. */
export const inline = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** Renders a block of code. */
export const code = (text: string, label: string) =>
  html`<figure class="sample"><figcaption>${label}</figcaption><pre><code>${text}</code></pre></figure>`;

/** Renders JSON. Long values are folded. */
export function json(value: unknown, label: string) {
  const text = JSON.stringify(value, null, 2);
  if (text.split('\n').length <= 30) return code(text, label);
  return html`<details class="sample"><summary>${label}</summary><pre><code>${text}</code></pre></details>`;
}
