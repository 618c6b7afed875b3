/** Lists operations with links to their documentation. */
import { html } from 'hono/html';
import { operationPath, type PathOperation } from './paths.ts';
import { inline } from './text.ts';

export const operationList = (operations: PathOperation[]) =>
  html`<ul class="operations">${operations.map(
    ({ method, path, operation }) =>
      html`<li><span class="method">${method.toUpperCase()}</span><div><a href="${operationPath(operation)}"><code>${path}</code></a><br><span class="hint">${inline(operation.summary)}</span></div></li>`,
  )}</ul>`;
