/** Renders and reads what to do with each recipe of an import. */
import { html } from 'hono/html';
import {
  actionsFor,
  type ImportAction,
  type ImportChoice,
  importActions,
  type PreviewedRecipe,
} from '../../domain/migration/reading/events.ts';
import { t } from '../../lib/language/text.ts';
import { day } from '../components/date-text.ts';
import { richText } from '../components/rich-text.ts';

const nameOf = (position: number) => `choice-${position}`;

/** A checkbox for a new recipe. */
export function newRecipeChoice(position: number, name: string) {
  const field = nameOf(position);
  return html`<input type="hidden" name="${field}" value="skip"><div class="check choice"><input type="checkbox" id="${field}" name="${field}" value="create" checked><label for="${field}"><strong>${name}</strong></label></div>`;
}

/** Asks what to do with a page that has changed since an earlier import. `path` is the page of the earlier recipe. */
export function changedRecipeChoice(
  position: number,
  { earlier, name }: PreviewedRecipe,
  path: string | undefined,
) {
  const recipe = (text: unknown[]) => (path ? html`<a href="${path}">${text}</a>` : html`${text}`);
  const legend = earlier?.importedAt
    ? richText('import.changed-since', { day: day(new Date(earlier.importedAt)), recipe })
    : richText('import.same-address', { recipe });
  const order = ['update', 'create', 'skip'] as const;
  return html`<fieldset class="choice"><legend>${legend}<span class="visually-hidden"> (${name})</span></legend>${order.map(
    (action) => {
      const id = `${nameOf(position)}-${action}`;
      return html`<div class="check"><input type="radio" id="${id}" name="${nameOf(position)}" value="${action}"${action === actionsFor.changed[0] ? html` checked` : ''}><label for="${id}">${t(`import.choice-${action}`)}</label></div>`;
    },
  )}</fieldset>`;
}

/** A form without choices, such as one sent by a program, gets the defaults. */
export function readChoices(fields: URLSearchParams): ImportChoice[] {
  const choices = new Map<number, ImportAction>();
  for (const [field, value] of fields) {
    const position = /^choice-(\d{1,9})$/.exec(field)?.[1];
    const action = importActions.find((each) => each === value);
    if (position !== undefined && action) choices.set(Number(position), action);
  }
  return [...choices].map(([position, action]) => ({ position, action }));
}
