/** Renders lists of accounts and bookmarks of an import: the preview with its choices, and the result. */
import { html } from 'hono/html';
import type { Import } from '../../domain/migration/import.ts';
import { choicesFor, type ListChoice, type ListPreview } from '../../domain/migration/lists/preview.ts';
import type { ListKind } from '../../domain/migration/lists/read-list.ts';
import { selectField } from '../components/choice-fields.ts';
import { note } from '../components/elements.ts';
import { counted } from './counted.ts';

const nouns: Record<ListKind, readonly [string, string]> = {
  follow: ['account to follow', 'accounts to follow'],
  block: ['account to block', 'accounts to block'],
  mute: ['account to mute', 'accounts to mute'],
  domain: ['server to hide', 'servers to hide'],
  bookmark: ['bookmark to save', 'bookmarks to save'],
};
const labels: Record<ListKind | 'skip', string> = {
  follow: 'Follow these accounts',
  block: 'Block these accounts',
  mute: 'Mute these accounts',
  domain: 'Hide these servers',
  bookmark: 'Save to your collection “Bookmarks”',
  skip: 'Leave this list out',
};
const nameOf = (position: number) => `list-${position}`;

/** With a choice for each list before the import. */
export function listRows({ lists, confirmedAt }: Import) {
  if (!lists) return '';
  return html`<ul class="rows">${lists.files.map((list, at) => html`<li><div>${listRow(list, at, confirmedAt === null)}</div></li>`)}</ul>`;
}

function listRow(list: ListPreview, position: number, isAsked: boolean) {
  const { name, kind, entries, skipped, examples, isGuess } = list;
  const count = kind === 'skip' ? 'left out' : counted(entries, nouns[kind]);
  const unclear = skipped > 0 ? `, ${counted(skipped, ['line was', 'lines were'])} not understood` : '';
  const choice = isAsked
    ? selectField({
        ...{ name: nameOf(position), label: `What to do with ${name}`, value: kind },
        options: choicesFor(list).map((each) => [each, labels[each]] as [string, string]),
      })
    : '';
  return html`<strong><bdi>${name}</bdi></strong><br><span>${count}${unclear}</span>${isAsked && isGuess ? note('The file does not say what these accounts are for. Please check.') : ''}${lines(examples, skipped, name)}${choice}`;
}

function lines(examples: ListPreview['examples'], count: number, name: string) {
  if (examples.length === 0) return '';
  const more = count - examples.length;
  return html`<details><summary>Lines that were not understood<span class="visually-hidden"> in ${name}</span></summary><ul>${examples.map(({ line, text }) => html`<li>Line ${line}: <bdi>${text}</bdi></li>`)}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul></details>`;
}

/** A link to the entries that failed. `path` is the page of the import. */
export function listOutcome({ lists, finishedAt, done, total }: Import, path: string) {
  if (!lists) return '';
  const { added, existing, failed } = lists;
  const sentences = [
    `${added} of ${counted(total, ['entry', 'entries'])} added.`,
    existing > 0 ? `${existing} ${existing === 1 ? 'was' : 'were'} already here.` : '',
    failed > 0 ? `${failed} could not be added.` : '',
  ];
  const rest =
    !finishedAt && done > 0
      ? html`<p class="hint">Accounts of one server are added one after another. Servers that do not answer are tried again for some hours.</p>`
      : '';
  const link =
    failed > 0 ? html` <a href="${path}/failed.csv" download>Download what could not be added</a>` : '';
  return html`${finishedAt || failed > 0 ? note(html`${sentences.filter(Boolean).join(' ')}${link}`, 'good') : ''}${rest}`;
}

export function readListChoices(fields: URLSearchParams): ListChoice[] {
  return [...fields].flatMap(([field, value]) => {
    const position = /^list-(\d{1,2})$/.exec(field)?.[1];
    return position !== undefined && Object.hasOwn(labels, value)
      ? [{ position: Number(position), kind: value as ListChoice['kind'] }]
      : [];
  });
}
