/** Parts of the pages of an import. */
import { html } from 'hono/html';
import { type ImportAction, importActions } from '../db/vocabulary.ts';
import type { ArchivePreview } from '../domain/migration/archive/read.ts';
import type { Import, ImportCounts } from '../domain/migration/import.ts';
import { choicesFor, type ListChoice, type ListPreview } from '../domain/migration/list-files.ts';
import { actionsFor, type ImportChoice, type PreviewedRecipe } from '../domain/migration/reading/events.ts';
import { maxReadingMinutes } from '../domain/migration/reading/reader.ts';
import { appendChunk, getUpload, startUpload, uploadLimits } from '../domain/migration/start-import.ts';
import { amountText, numbersText } from '../domain/recipes/text.ts';
import { formToken } from '../http/browser-session.ts';
import { chunkQuery, importUploadInput } from '../http/input/import.ts';
import { readId } from '../http/pagination.ts';
import { chunkLimit, largeUploadLimit } from '../http/rate-limits.ts';
import { parseOrThrow } from '../http/validation.ts';
import { config } from '../lib/config.ts';
import type { FieldErrors } from '../lib/errors.ts';
import { type MessageKey, t } from '../lib/language/text.ts';
import { maxFileBytes } from '../recipe-import/formats/archive.ts';
import { quote } from '../recipe-import/import-result.ts';
import type { PreviewedIngredient } from '../recipe-import/ingredient-preview.ts';
import type { LeftOutCounts, PostsPreview } from '../recipe-import/posts/posts.ts';
import { assetPaths } from './assets.ts';
import { factLine, note } from './components/elements.ts';
import { field, hidden, selectField } from './components/fields.ts';
import type { PageContent } from './components/page-handler.ts';
import { day, enumeration, richText, webUrl } from './components/texts.ts';
import type { MemberVisitor } from './member-page.ts';
import { scriptForm } from './script-form.ts';
import { settingsFrame } from './settings/layout.ts';

// Renders and reads what to do with each recipe of an import

const nameOf = (position: number) => `choice-${position}`;

/** A checkbox for a new recipe. */
function newRecipeChoice(position: number, name: string) {
  const field = nameOf(position);
  return html`<input type="hidden" name="${field}" value="skip"><div class="check choice"><input type="checkbox" id="${field}" name="${field}" value="create" checked><label for="${field}"><strong>${name}</strong></label></div>`;
}

/** Asks what to do with a page that has changed since an earlier import. `path` is the page of the earlier recipe. */
function changedRecipeChoice(position: number, { earlier, name }: PreviewedRecipe, path: string | undefined) {
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

// Renders how the ingredient lines of an import were read

/** `name` is the recipe's, for screen readers. */
export function ingredientTable(lines: PreviewedIngredient[], name: string, isOpen: boolean) {
  if (lines.length === 0) return '';
  const unclear = lines.filter(({ isUnderstood }) => !isUnderstood).length;
  return html`<details${isOpen ? html` open` : ''}><summary>${richText('import.ingredients-read', { count: lines.length, unclear, name, hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</summary>
<table class="read-lines"><thead><tr><th scope="col">${t('import.amount')}</th><th scope="col">${t('import.unit')}</th><th scope="col">${t('import.ingredient')}</th></tr></thead><tbody>${lines.map((line, at) => html`${heading(line, lines[at - 1])}${row(line)}`)}</tbody></table></details>`;
}

function heading({ group }: PreviewedIngredient, before: PreviewedIngredient | undefined) {
  if (group === null || group === before?.group) return '';
  return html`<tr><th scope="rowgroup" colspan="3">${group}</th></tr>`;
}

function row(line: PreviewedIngredient) {
  const { name, note, text, isUnderstood } = line;
  const numbers = numbersText(line);
  const unit = amountText(line).slice(numbers.length).trim();
  const unclear = isUnderstood
    ? ''
    : html` <span class="chip bad">${t('import.please-check')}</span><br><span class="hint">${t('import.written-as', { text })}</span>`;
  return html`<tr><td>${numbers}</td><td>${unit}</td><td>${name}${note ? html`<span class="hint">, ${note}</span>` : ''}${unclear}</td></tr>`;
}

// Renders lists of accounts and bookmarks of an import: the preview with its choices, and the result

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
        name: `list-${position}`,
        label: t('migration.what-to-do', { name }),
        value: kind,
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
    ({ line, text }) => html`<li>${richText('migration.line', { number: line, text: html`<bdi>${text}</bdi>` })}</li>`,
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

// Renders the posts of an import: the preview and the result

const reasons: Record<keyof LeftOutCounts, MessageKey> = {
  boost: 'migration.left-boost',
  reply: 'migration.left-reply',
  direct: 'migration.left-direct',
  poll: 'migration.left-poll',
  unreadable: 'migration.left-unreadable',
};

export function postFacts({ posts, pictures, oldest, newest, leftOut }: PostsPreview) {
  const rows = (Object.keys(reasons) as (keyof LeftOutCounts)[]).filter((reason) => leftOut[reason] > 0);
  const rest =
    rows.length === 0
      ? ''
      : html`<p>${t('migration.posts-left-out')}</p><ul>${rows.map((reason) => html`<li>${t(reasons[reason], { count: leftOut[reason] })}</li>`)}</ul>`;
  const dates = { oldest: day(new Date(oldest)), newest: day(new Date(newest)) };
  return html`<p>${richText('migration.posts-found', { posts, pictures, ...dates })}</p>${rest}<p class="hint">${t('migration.posts-quiet')}</p>`;
}

export function postOutcome({ restored, existingItems: existing }: ImportCounts) {
  const known = existing > 0 ? t('migration.lists-existing', { existing }) : '';
  return note(html`${t('migration.posts-imported', { restored })} ${known}`, 'good');
}

// Renders the preview and the result of an import

const maxMessages = 20;

/** Ingredients of more recipes are shown on demand. */
const maxOpen = 3;

/** `paths` maps ids of recipes to their pages. */
export function recipeList({ recipes, confirmedAt, finishedAt }: Import, paths: Map<number, string>) {
  if (recipes.length === 0) return '';
  const stage = finishedAt ? 'finished' : confirmedAt ? 'running' : 'preview';
  const isOpen = recipes.length <= maxOpen;
  return html`<ul class="rows">${recipes.map((recipe) => html`<li><div>${recipeRow(recipe, stage, paths, isOpen)}</div></li>`)}</ul>`;
}

type Stage = 'preview' | 'running' | 'finished';

const pathOfId = (paths: Map<number, string>, id: number | null | undefined) =>
  id === null || id === undefined ? undefined : paths.get(id);

function recipeRow(recipe: PreviewedRecipe, stage: Stage, paths: Map<number, string>, isOpen: boolean) {
  const { position, name, ingredients, withQuantity, steps, lines, picture, isDraft, sourceUrl, notUnderstood, state } =
    recipe;
  const path = pathOfId(paths, recipe.recipeId);
  const source = webUrl(sourceUrl);
  const facts = [
    t('import.ingredients-with-amount', { count: ingredients, withAmount: withQuantity }),
    t('import.steps', { count: steps }),
    picture && t('import.with-photo'),
    isDraft && t('import.saved-as-draft'),
    source && html`<a href="${source}" rel="nofollow noopener noreferrer">${new URL(source).host}</a>`,
  ];
  const label = stage === 'finished' || state === 'existing' ? resultOf(recipe) : '';
  const isAsked = stage === 'preview' && state !== 'existing';
  const title =
    isAsked && state === 'new'
      ? newRecipeChoice(position, name)
      : html`<strong>${path ? html`<a href="${path}">${name}</a>` : name}</strong>`;
  const question =
    isAsked && state === 'changed'
      ? changedRecipeChoice(position, recipe, pathOfId(paths, recipe.earlier?.recipeId))
      : '';
  // The table of ingredients shows what was not read of a line.
  const remarks =
    isAsked && lines.length > 0
      ? notUnderstood.filter((each) => !lines.some(({ text }) => each.includes(quote(text))))
      : notUnderstood;
  return html`${title}${label && html` <span class="chip">${label}</span>`}<span class="hint">${factLine(facts)}</span>${question}${isAsked ? ingredientTable(lines, name, isOpen) : ''}${notes(remarks, name)}`;
}

function resultOf({ state, action, outcome, recipeId }: PreviewedRecipe): string {
  if (state === 'existing' || outcome === 'existing') return t('import.result-existing');
  if (action === 'skip') return t('import.result-skipped');
  if (outcome === 'failed' || recipeId === null) return t('import.result-not-imported');
  return action === 'update' ? t('import.result-updated') : '';
}

function notes(messages: string[], name: string) {
  if (messages.length === 0) return '';
  const more = messages.length - maxMessages;
  return html`<details><summary>${richText('import.things-to-check', { count: messages.length, name, hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</summary><ul>${messages.slice(0, maxMessages).map((each) => html`<li>${each}</li>`)}${more > 0 ? html`<li>${t('import.and-more', { n: more })}</li>` : ''}</ul></details>`;
}

/** Lists parts of the file that could not be read. */
export function problemList(problems: string[]) {
  if (problems.length === 0) return '';
  return note(
    html`<p>${t('import.not-read')}</p><ul>${problems.slice(0, 50).map((each) => html`<li>${each}</li>`)}</ul>`,
  );
}

export function archiveFacts({ address, exported, counts }: ArchivePreview) {
  const date = new Date(exported);
  const { recipe = 0, preparation = 0, baking = 0, status = 0 } = counts;
  const cooked = preparation + baking;
  const held = [
    recipe > 0 && t('import.archive-recipe', { count: recipe }),
    cooked > 0 && t('import.archive-cooked', { count: cooked }),
    status > 0 && t('import.archive-status', { count: status }),
  ].filter((each) => each !== false);
  return html`<p>${richText('import.archive', { address: html`<strong>${address}</strong>`, day: Number.isNaN(date.getTime()) ? exported.slice(0, 10) : day(date), held: enumeration(held) || t('import.archive-no-items') })}</p>
<p class="hint">${t('import.archive-text')}</p>`;
}

// Renders the form in which members choose what to import

const path = '/settings/import';
const brought: MessageKey[] = [
  'migration.brings-recipes',
  'migration.brings-lists',
  'migration.brings-posts',
  'migration.brings-account',
];
const strong = (content: unknown) => html`<strong>${content}</strong>`;

const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);

/** Below the settings, or as a page of its own below "Write". */
export function uploadForm(
  { c, session }: MemberVisitor,
  errors: FieldErrors = {},
  { url = '', text = '', isSetting = true } = {},
): PageContent {
  const { maxUploadBytes } = config;
  const limits = { file: megabytes(maxFileBytes), minutes: maxReadingMinutes };
  const sizes = { together: megabytes(maxUploadBytes), one: megabytes(uploadLimits.fileBytes) };
  const form = html`<p>${t('migration.intro')}</p><ul>${brought.map((key) => html`<li>${richText(key, { strong })}</li>`)}</ul>
<form method="post" enctype="multipart/form-data" action="${path}" data-failed="${t('upload.failed')}" data-uploading="${t('upload.progress', { percent: '{percent}' })}" data-too-large-together="${t('upload.too-large-together')}" data-too-large="${t('upload.too-large')}" data-reading="${t('upload.reading')}" data-max-bytes="${maxUploadBytes}" data-max-file-bytes="${uploadLimits.fileBytes}">${hidden({ form_token: formToken(c, session), upload_id: '' })}
${field({ name: 'url', label: t('import.link'), type: 'url', value: url, errors: errors.url, attributes: { maxlength: 2000, placeholder: 'https://' } })}
${field({ name: 'text', label: t('import.paste'), type: 'textarea', value: text, errors: errors.text, hint: t('import.paste-hint'), attributes: { rows: 6, maxlength: 200_000 } })}
${field({ name: 'file', label: t('import.files'), type: 'file', errors: errors.file ?? errors.files ?? errors.upload_id, hint: `${t('import.files-hint', sizes)} ${t('import.limits', limits)}`, attributes: { multiple: true } })}
<p id="upload-status" role="status"></p>
<div class="choices"><button>${t('import.continue')}</button></div></form>`;
  const body = isSetting
    ? settingsFrame(path, html`<h2>${t('migration.title')}</h2>${form}`)
    : html`<h1>${t('migration.title')}</h1>${form}`;
  const head = html`<script type="module" src="${assetPaths.import}"></script>`;
  return {
    title: t('migration.title'),
    body,
    layout: { width: 'text', head, path: isSetting ? '/settings' : '/write' },
  };
}

// Receives the chunks of a file that is too large for a form, sent by the script of the import page

const answer = (id: number, offset: number) =>
  Response.json({ id, offset }, { headers: { 'Cache-Control': 'private, no-store' } });

export const postUpload = scriptForm(
  async ({ fields, session: { accountId } }) => {
    const input = { name: fields.get('name') ?? '', bytes: Number(fields.get('bytes')) };
    const { name, bytes } = parseOrThrow(importUploadInput, input);
    return answer(await startUpload(accountId, name, bytes), 0);
  },
  { rateLimit: largeUploadLimit },
);

export const postChunk = scriptForm(
  async ({ c, fields, files, session: { accountId } }) => {
    const id = readId(c.req.param('id') ?? '') ?? 0;
    const chunk = files.get('chunk');
    // Without a chunk it asks where to continue.
    if (chunk) {
      const { offset } = parseOrThrow(chunkQuery, { offset: fields.get('offset') ?? '' });
      await appendChunk(accountId, id, offset, await chunk.bytes());
    }
    return answer(id, (await getUpload(accountId, id)).received);
  },
  { rateLimit: chunkLimit, withFiles: true },
);
