/** Renders what makes every page part of an installable app: the manifest, icons, colours and the offline notice. */
import { html } from 'hono/html';
import { assetPaths } from '../assets.ts';
import { richText } from './rich-text.ts';

/** Background colours of the style sheet in both themes. */
export const themeColors = { light: '#fbf8f2', dark: '#16130f' };

export const appTags = () => html`<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="${assetPaths.touchIcon}">
<meta name="theme-color" content="${themeColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColors.dark}" media="(prefers-color-scheme: dark)">
<script type="module" src="${assetPaths.app}"></script>`;

/** The service worker shows it in pages that it serves without a connection, so its start tag must stay as it is. */
export const offlineNotice = () =>
  html`<p id="offline" hidden class="offline-notice" role="status">${richText('site.offline', { link: (text) => html`<a href="/offline">${text}</a>` })}</p>`;
