/** Lists the results of the doctor's checks. */
import { html } from 'hono/html';
import type { CheckResult } from '../../domain/instance/doctor/check-result.ts';

export const checkResults = (list: CheckResult[]) =>
  html`<ul class="rows">${list.map(
    ({ check, ok, message, remedy }) =>
      html`<li><div><strong>${check}</strong> <span class="chip${ok ? '' : ' bad'}">${ok ? 'OK' : 'problem'}</span><br>${message}${remedy ? html`<br><strong>Fix:</strong> ${remedy}` : ''}</div></li>`,
  )}</ul>`;
