/** Links to the files of a recipe. */
import { html } from 'hono/html';

/** Takes the path of the recipe's page. */
export const downloadLinks = (path: string) =>
  html`<p class="hint no-print">Download: <a href="${path}.cook" rel="nofollow" download>Cooklang</a> · <a href="${path}.json" rel="nofollow" download>JSON (schema.org)</a></p>`;
