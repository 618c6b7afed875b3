/** Renders the menu entries that print a recipe and download it as a file. */
import { html } from 'hono/html';
import { menuLink } from '../components/menu.ts';

/** The script shows the button that prints. */
export const printAndDownloads = (path: string, name: string) => [
  html`<button type="button" class="small quiet" data-print hidden>Print</button>`,
  menuLink(`${path}.cook`, 'Download as Cooklang', name, { download: true }),
  menuLink(`${path}.json`, 'Download as JSON (schema.org)', name, { download: true }),
];
