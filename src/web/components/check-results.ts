/** Shows the results of the doctor's checks by icon, word and colour. */

import { html } from 'hono/html';
import type { CheckResult } from '../../domain/instance/doctor/check-result.ts';
import { t, textOf } from '../../lib/language/text.ts';
import { icons } from './icons.ts';
import type { Html } from './layout.ts';
import { richText } from './rich-text.ts';

type Health = 'good' | 'warning' | 'bad';

const marks: Record<Health, Html> = { good: icons.check, warning: icons.warning, bad: icons.cross };

const healthOf = ({ ok, isWarning }: CheckResult): Health => (!ok ? 'bad' : isWarning ? 'warning' : 'good');

/** The worst result first. */
export function checkResults(list: CheckResult[]): Html {
  const byHealth = (['bad', 'warning', 'good'] as const).flatMap((health) =>
    list.filter((result) => healthOf(result) === health),
  );
  return html`<ul class="rows checks">${byHealth.map(
    (result) =>
      html`<li>${healthMark(healthOf(result))}<div><strong>${t(`doctor.check-${result.check}`)}</strong><br>${textOf(result.message)}${result.remedy ? html`<br>${richText('doctor.remedy', { strong: (text) => html`<strong>${text}</strong>`, remedy: textOf(result.remedy) })}` : ''}</div></li>`,
  )}</ul>`;
}

const healthMark = (health: Health) =>
  html`<span class="health ${health}">${marks[health]}${t(`doctor.${health}`)}</span>`;

/** One sentence that sums up the checks. */
export function healthSummary(list: CheckResult[]): Html {
  const count = (health: Health) => list.filter((result) => healthOf(result) === health).length;
  const [problems, warnings] = [count('bad'), count('warning')];
  const health: Health = problems > 0 ? 'bad' : warnings > 0 ? 'warning' : 'good';
  return html`<p class="health-summary ${health}" role="status">${healthMark(health)}<span>${summaryText(problems, warnings, list.length)}</span></p>`;
}

function summaryText(problems: number, warnings: number, checks: number): string {
  if (problems > 0) return t('doctor.problems', { problems, warnings });
  return warnings > 0 ? t('doctor.warnings', { warnings }) : t('doctor.fine', { checks });
}
