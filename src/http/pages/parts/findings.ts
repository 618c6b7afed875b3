/** What the doctor found, in words, with what to do. */
import { html } from 'hono/html';
import type { Finding } from '../../../domain/doctor/finding.ts';

export const findings = (list: Finding[]) =>
  html`<ul class="rows">${list.map(
    ({ check, ok, says, remedy }) =>
      html`<li><div><strong>${check}</strong> <span class="chip${ok ? '' : ' bad'}">${ok ? 'well' : 'problem'}</span><br>${says}${remedy ? html`<br><strong>What to do:</strong> ${remedy}` : ''}</div></li>`,
  )}</ul>`;
