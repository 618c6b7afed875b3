/** Renders the navigation of the API documentation. */
import { html } from 'hono/html';
import type { ApiDocument } from '../../http/schema.ts';
import type { Html } from '../components/layout.ts';
import { docsPath, schemasPath, tagPath } from './paths.ts';

/** `path` is the path of the current page. */
export function withNavigation(document: ApiDocument, path: string, content: Html): Html {
  const link = (label: string, to: string) =>
    html`<li><a href="${to}"${path === to ? html` aria-current="page"` : ''}>${label}</a></li>`;
  return html`<div class="docs"><nav class="docs-nav no-print" aria-label="API documentation"><ul>
${link('Overview', docsPath)}${document.tags.map(({ name }) => link(name, tagPath(name)))}${link('Schemas', schemasPath)}
</ul></nav><div class="docs-content">${content}</div></div>`;
}
