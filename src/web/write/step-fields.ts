/** Renders the method of the recipe form, as text or as rows. */

import { html } from 'hono/html';
import type { StepRow } from '../../domain/recipes/form.ts';
import { t } from '../../lib/language/text.ts';
import { field } from '../components/field.ts';
import { moveButtons } from './move-buttons.ts';

export const stepText = (value: string, errors: string[]) =>
  field({
    ...{ name: 'steps', label: t('write.method'), type: 'textarea', value, errors },
    hint: t('write.method-hint'),
    attributes: { rows: 14, spellcheck: 'true' },
  });

/** `action` is the path of the form. */
export const stepRows = (rows: StepRow[], errors: string[], action: string) =>
  html`<fieldset id="step-rows" class="write-rows"><legend>${t('write.method')}</legend>
<p class="hint">${t('write.step-rows-hint')}</p>
${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
<ol class="step-rows" data-remove="${t('write.remove-step')}">${rows.map((row, at) => stepRow(row, at, action))}</ol>
<button class="quiet small" name="intent" value="add-step" formaction="${action}#step-rows" formnovalidate data-add="step">${t('write.add-step')}</button></fieldset>`;

const stepRow = ({ name, text, time }: StepRow, at: number, action: string) =>
  html`<li id="step-${at}"><input class="step-name" name="step_name" value="${name}" type="text" aria-label="${t('write.step-heading')}" placeholder="${t('write.step-heading-hint')}" maxlength="200"><input class="step-time" name="step_time" value="${time}" type="text" aria-label="${t('write.step-time')}" placeholder="${t('write.step-time-example')}" maxlength="60"><textarea name="step_text" rows="3" spellcheck="true" aria-label="${t('write.step')}">
${text}</textarea>${moveButtons({ kind: 'step', at, up: Math.max(0, at - 1), down: at + 1, action })}</li>`;
