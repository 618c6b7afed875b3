/** The parts of the document, beside each of its pages. */
import { html } from 'hono/html';
import type { ApiDocument } from '../../openapi/types.ts';
import type { Html } from '../layout.ts';
import { shapesPath, start, tagPath } from './places.ts';

/** `path` is where the reader is. */
export function withNavigation(document: ApiDocument, path: string, content: Html): Html {
  const link = (label: string, to: string) =>
    html`<li><a href="${to}"${path === to ? html` aria-current="page"` : ''}>${label}</a></li>`;
  return html`<div class="docs"><nav class="docs-nav no-print" aria-label="Parts of the API"><ul>
${link('Overview', start)}${document.tags.map(({ name }) => link(name, tagPath(name)))}${link('Shapes', shapesPath)}
</ul></nav><div class="docs-content">${content}</div></div>`;
}
