/** Renders the links that copy and share the address of a page. Without script they lead to that page. */
import { html } from 'hono/html';

/** `of` is read after the label by screen readers. */
export const copyLink = (url: string, of: string) =>
  html`<a href="${url}" data-copy>Copy link<span class="visually-hidden"> ${of}</span></a>`;

/** Shown where the browser can share. */
export const shareLink = (url: string, of: string) =>
  html`<a href="${url}" data-share="${of}">Share…<span class="visually-hidden"> ${of}</span></a>`;
