/** Renders the menu entries that print a recipe and download it as a file. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import { menuLink } from '../components/menu.ts';

/** The script shows the button that prints. */
export const printAndDownloads = (path: string, name: string) => [
  html`<button type="button" class="small quiet" data-print hidden>${t('recipe.print')}</button>`,
  menuLink(`${path}.cook`, t('recipe.download-cooklang'), name, { download: true }),
  menuLink(`${path}.json`, t('recipe.download-json'), name, { download: true }),
];
