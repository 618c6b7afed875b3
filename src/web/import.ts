/** The page where members import recipes or an account archive, with a preview to confirm. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listByIds } from '../domain/items/read.ts';
import { getImport, type Import } from '../domain/migration/import.ts';
import type { ImportAction } from '../domain/migration/import-action.ts';
import { failedEntriesCsv } from '../domain/migration/lists/failed.ts';
import { confirmImport } from '../domain/migration/run-import.ts';
import { startImport } from '../domain/migration/start-import.ts';
import { formToken } from '../http/browser-session.ts';
import { readId } from '../http/ids.ts';
import { importInput } from '../http/input/import.ts';
import { visibility } from '../http/input/visibility.ts';
import { enforceRateLimit, uploadLimit } from '../http/rate-limits.ts';
import { parseOrThrow } from '../http/validation.ts';
import { DomainError, invalid } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { checkbox, selectField, visibilities } from './components/choice-fields.ts';
import { note } from './components/elements.ts';
import { factLine } from './components/fact-line.ts';
import { hidden } from './components/field.ts';
import { pathOf } from './components/item-link.ts';
import type { Html } from './components/layout.ts';
import type { PageContent } from './components/page-handler.ts';
import { progressPanel } from './components/progress.ts';
import { csvFile } from './csv-file.ts';
import { uploadForm } from './import/form.ts';
import { listOutcome, listRows, readListChoices } from './import/lists.ts';
import { postFacts, postOutcome } from './import/posts.ts';
import { archiveFacts, problemList, recipeList } from './import/preview.ts';
import { readChoices } from './import/recipe-choice.ts';
import { postChunk, postUpload } from './import/upload.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from './member-page.ts';

const path = '/settings/import';

export const importPage = new Hono()
  // Also the share target of the web app manifest.
  .get('/import', memberPage(prefilled))
  .get(
    path,
    memberPage(async (visitor) => uploadForm(visitor)),
  )
  .post(path, memberForm(read, { withFiles: true }))
  .post(`${path}/uploads`, postUpload)
  .post(`${path}/uploads/:id`, postChunk)
  .get(`${path}/:id`, memberPage(show))
  .get(`${path}/:id/failed.csv`, memberPage(failedEntries))
  .post(
    `${path}/:id`,
    memberForm(async (form) => {
      const id = idOf(form);
      const chosen = visibility.safeParse(form.fields.get('visibility')).data ?? 'public';
      await confirmImport(form.me, id, {
        ...{ visibility: chosen, withPictures: form.fields.has('pictures') },
        choices: readChoices(form.fields),
        lists: readListChoices(form.fields),
      });
      return `${path}/${id}`;
    }),
  );

const idOf = ({ c }: MemberVisitor) => readId(c.req.param('id')!) ?? 0;
const token = ({ c, session }: MemberVisitor) => hidden({ form_token: formToken(c, session) });

/**
 * Fills in what another page or app shares: `url`, or a `text` or `title` that contains a link, as many apps send it.
 * Nothing is fetched before the member sends the form.
 */
async function prefilled(visitor: MemberVisitor): Promise<PageContent> {
  const query = (name: string) => (visitor.c.req.query(name) ?? '').slice(0, 20_000).trim();
  const shared = [query('url'), query('text'), query('title')];
  const url = shared.map((text) => /https?:\/\/[^\s<>"]{1,1990}/i.exec(text)?.[0]).find(Boolean) ?? '';
  const text = url === '' ? query('text') : '';
  return uploadForm(visitor, {}, { url, text, isSetting: false });
}

async function read(form: SubmittedForm): Promise<PageContent | string> {
  const { me, fields, allFiles } = form;
  const pasted = (fields.get('text') ?? '').trim();
  // People paste links into the first field they see.
  const link = /^https?:\/\/\S{1,2000}$/.test(pasted) ? pasted : (fields.get('url') ?? '').trim();
  const text = link === pasted ? '' : pasted;
  const upload = readId(fields.get('upload_id') ?? '') ?? undefined;
  try {
    if (allFiles.length === 0 && !link && !text && upload === undefined)
      throw invalid('file', t('errors.nothing-to-import'));
    await enforceRateLimit(uploadLimit, `member ${me}`);
    const input = { files: allFiles, url: link || undefined, text: text || undefined, upload_id: upload };
    return `${path}/${await startImport(me, parseOrThrow(importInput, input))}`;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...uploadForm(form, error.errors, { url: link, text }), status: 422 };
  }
}

async function show(visitor: MemberVisitor): Promise<PageContent> {
  const given = await getImport(visitor.me, idOf(visitor));
  const { name, format, archive, posts, confirmedAt, finishedAt, done, total } = given;
  const { body: state, headers } =
    confirmedAt && !finishedAt
      ? progressPanel(visitor.c, { label: t('migration.progress'), done, total })
      : { body: finishedAt ? outcome(given) : '', headers: {} };
  const problems = [...given.problems, ...(archive?.problems ?? []), ...(posts?.problems ?? [])];
  const rows = given.lists ? listRows(given) : recipeList(given, await pathsOf(visitor, given));
  const list = confirmedAt ? rows : confirmForm(visitor, given, rows);
  const body = html`<h1>${t(confirmedAt ? 'migration.title' : 'import.check')}</h1><p class="hint">${factLine([name || t('import.file-without-name'), format])}</p>
${archive ? archiveFacts(archive) : ''}${posts ? postFacts(posts) : ''}${state}${confirmedAt ? listOutcome(given, `${path}/${given.id}`) : ''}${problemList(problems)}${list}
${confirmedAt ? html`<p><a href="${path}">${t('import.something-else')}</a></p>` : ''}`;
  return { title: t('migration.title'), body, layout: { width: 'text' }, headers };
}

function confirmForm(visitor: MemberVisitor, given: Import, rows: Html | string) {
  const { id, recipes } = given;
  const form = (fields: Html | string, label: string) =>
    html`<form method="post" action="${path}/${id}">${token(visitor)}${rows}${fields}<div class="choices"><button>${label}</button><a class="button quiet" href="${path}">${t('migration.choose-another')}</a></div></form>`;
  if (given.archive || given.lists || given.posts) return form('', t('migration.import-everything'));
  if (recipes.every(({ state }) => state === 'existing'))
    return html`${note(t('import.nothing-new'))}${rows}`;
  const [only, ...others] = recipes;
  const isOne = only?.state === 'new' && others.length === 0;
  const several = recipes.some(({ state }) => state === 'new') ? 'import-chosen' : 'continue';
  const visibilityField = selectField({
    ...{ name: 'visibility', label: t('import.who-can-see'), value: 'public' },
    options: visibilities(),
  });
  const pictures = recipes.some(({ picture }) => picture)
    ? checkbox({ name: 'pictures', label: t('import.with-pictures'), checked: true })
    : '';
  return form(html`${visibilityField}${pictures}`, t(`import.${isOne ? 'import-one' : several}`));
}

function outcome({ recipes, archive, lists, posts }: Import) {
  if (lists) return '';
  if (posts) return postOutcome(posts);
  const done = (wanted: ImportAction) =>
    recipes.filter(({ action, recipeId }) => action === wanted && recipeId !== null).length;
  const here = archive?.existing ?? recipes.filter(({ state }) => state === 'existing').length;
  const skipped = recipes.filter(({ state, action }) => action === 'skip' && state !== 'existing').length;
  const sentences = [
    archive
      ? t('import.items-imported', { count: archive.restored })
      : t('import.recipes-imported', { count: done('create') }),
    done('update') > 0 ? t('import.updated', { n: done('update') }) : '',
    skipped > 0 ? t('import.skipped', { n: skipped }) : '',
    here > 0 ? t('import.already-here', { count: here }) : '',
  ];
  return note(sentences.filter(Boolean).join(' '), 'good');
}

async function failedEntries(visitor: MemberVisitor): Promise<Response> {
  const { id } = await getImport(visitor.me, idOf(visitor));
  return csvFile('not-imported.csv', failedEntriesCsv(id));
}

async function pathsOf({ viewer }: MemberVisitor, { recipes }: Import): Promise<Map<number, string>> {
  const ids = recipes.flatMap(({ recipeId, earlier }) => recipeId ?? earlier?.recipeId ?? []);
  return new Map((await listByIds(ids, viewer)).map((item) => [item.id, pathOf(item)]));
}
