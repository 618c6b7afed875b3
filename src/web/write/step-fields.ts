/** Renders the method of the recipe form, as text or as rows. */
import { html } from 'hono/html';
import type { StepRow } from '../../domain/recipes/form-rows.ts';
import { field } from '../components/field.ts';

export const stepText = (value: string, errors: string[]) =>
  field({
    ...{ name: 'steps', label: 'Method', type: 'textarea', value, errors },
    hint: 'Separate steps with a blank line. Optional lines in a step: “## Name” for a heading, “Time: 30 min” for a timer, “See: https://…” for a link to another recipe.',
    attributes: { rows: 14, spellcheck: 'true' },
  });

/** `action` is the path of the form. */
export const stepRows = (rows: StepRow[], errors: string[], action: string) =>
  html`<fieldset id="step-rows" class="write-rows"><legend>Method</legend>
<p class="hint">Leave a step empty to remove it. A line such as “See: https://…” links to another recipe.</p>
${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
<ol class="step-rows" data-remove="Remove step">${rows.map(stepRow)}</ol>
<button class="quiet small" name="intent" value="add-step" formaction="${action}#step-rows" formnovalidate data-add="step">Add step</button></fieldset>`;

const stepRow = ({ name, text, time }: StepRow) =>
  html`<li><input class="step-name" name="step_name" value="${name}" type="text" aria-label="Heading" placeholder="Heading (optional)" maxlength="200"><input class="step-time" name="step_time" value="${time}" type="text" aria-label="Time" placeholder="Time, for example 30 min" maxlength="60"><textarea name="step_text" rows="3" spellcheck="true" aria-label="Step">
${text}</textarea></li>`;
