/** Operations in short, each leading to where it is told whole. */
import { html } from 'hono/html';
import { operationPath, type Placed } from './places.ts';
import { inline } from './text.ts';

export const contents = (operations: Placed[]) =>
  html`<ul class="operations">${operations.map(
    ({ method, path, operation }) =>
      html`<li><span class="method">${method.toUpperCase()}</span><div><a href="${operationPath(operation)}"><code>${path}</code></a><br><span class="hint">${inline(operation.summary)}</span></div></li>`,
  )}</ul>`;
