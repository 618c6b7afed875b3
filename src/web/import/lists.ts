/** Renders lists of accounts and bookmarks of an import: the preview with its choices, and the result. */
import { html } from 'hono/html';
import type { Import } from '../../domain/migration/import.ts';
import { choicesFor, type ListChoice, type ListPreview } from '../../domain/migration/list-files.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { t } from '../../lib/language/text.ts';
import { selectField } from '../components/choice-fields.ts';
import { note } from '../components/elements.ts';
import { richText } from '../components/rich-text.ts';

type Kind = ListPreview['kind'];

const counts: Record<Kind, MessageKey> = {
  follow: 'migration.lists-to-follow',
  block: 'migration.lists-to-block',
  mute: 'migration.lists-to-mute',
  domain: 'migration.lists-to-hide',
  bookmark: 'migration.lists-to-save',
  skip: 'migration.left-out',
};
const choices: Record<Kind, MessageKey> = {
  follow: 'migration.choose-follow',
  block: 'migration.choose-block',
  mute: 'migration.choose-mute',
  domain: 'migration.choose-domain',
  bookmark: 'migration.choose-bookmark',
  skip: 'migration.choose-skip',
};

/** With a choice for each list before the import. */
export function listRows({ lists, confirmedAt }: Import) {
  if (!lists) return '';
  return html`<ul class="rows">${lists.files.map((list, at) => html`<li><div>${listRow(list, at, confirmedAt === null)}</div></li>`)}</ul>`;
}

function listRow(list: ListPreview, position: number, isAsked: boolean) {
  const { name, kind, entries, isGuess } = list;
  const choice = isAsked
    ? selectField({
        ...{ name: `list-${position}`, label: t('migration.what-to-do', { name }), value: kind },
        options: choicesFor(list).map((each) => [each, t(choices[each])] as [string, string]),
      })
    : '';
  const question = isAsked && isGuess ? note(t('migration.please-check')) : '';
  return html`<strong><bdi>${name}</bdi></strong><br><span>${t(counts[kind], { count: entries })}</span>${question}${unclearLines(list)}${choice}`;
}

function unclearLines({ examples, skipped, name }: ListPreview) {
  if (skipped === 0) return '';
  const more = skipped - examples.length;
  const rows = examples.map(
    ({ line, text }) =>
      html`<li>${richText('migration.line', { number: line, text: html`<bdi>${text}</bdi>` })}</li>`,
  );
  return html`<details><summary>${t('migration.lines-not-understood', { count: skipped })}<span class="visually-hidden">${t('migration.in-file', { name })}</span></summary><ul>${rows}${more > 0 ? html`<li>${t('migration.more-lines', { count: more })}</li>` : ''}</ul></details>`;
}

/** With a link to the entries that failed. `path` is the page of the import. */
export function listOutcome({ lists, finishedAt, done }: Import, path: string) {
  if (!lists || (!finishedAt && done === 0)) return '';
  const { added, existing, failed } = lists;
  const link = (content: unknown) => html`<a href="${path}/failed.csv" download>${content}</a>`;
  const sentences = [
    t('migration.lists-added', { added }),
    existing > 0 ? t('migration.lists-existing', { existing }) : '',
    failed > 0 ? richText('migration.lists-failed', { failed, link }) : '',
  ];
  const hint = finishedAt ? '' : html`<p class="hint">${t('migration.slowly')}</p>`;
  return html`${note(html`${sentences.filter(Boolean).map((each) => html`${each} `)}`, 'good')}${hint}`;
}

export function readListChoices(fields: URLSearchParams): ListChoice[] {
  return [...fields].flatMap(([field, value]) => {
    const position = /^list-(\d{1,2})$/.exec(field)?.[1];
    return position !== undefined && Object.hasOwn(choices, value)
      ? [{ position: Number(position), kind: value as Kind }]
      : [];
  });
}
