/** Where members bring recipes, or all they had elsewhere: read, shown, and made when they say so. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listByIds } from '../../domain/eventables/read.ts';
import { getImport, type Import, prepareImport, prepareImportFrom } from '../../domain/moving/import.ts';
import { confirm } from '../../domain/moving/run.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors, invalid } from '../../lib/errors.ts';
import { readId } from '../ids.ts';
import { importInput } from '../input/import.ts';
import { visibility } from '../input/recipe.ts';
import { parse } from '../issues.ts';
import { takeOne, uploadLimit } from '../limits.ts';
import { underWay } from './import/progress.ts';
import { archiveFacts, counted, problemList, recipeList } from './import/shown.ts';
import { type MemberVisitor, memberForm, memberPage, type Sent } from './member.ts';
import { note } from './parts/blocks.ts';
import { choice, visibilities } from './parts/choice.ts';
import { field, hidden } from './parts/field.ts';
import { pathOf } from './parts/item.ts';
import { formToken } from './session.ts';
import { settingsTabs } from './settings/frame.ts';
import type { Shown } from './show.ts';

const path = '/settings/import';

export const importing = new Hono()
  .get(
    path,
    memberPage(async (visitor) => handIn(visitor)),
  )
  .post(path, memberForm(read))
  .get(`${path}/:id`, memberPage(show))
  .post(
    `${path}/:id`,
    memberForm(async (sent) => {
      const id = idOf(sent);
      await confirm(sent.me, id, visibility.safeParse(sent.fields.get('visibility')).data ?? 'public');
      return `${path}/${id}`;
    }),
  );

const idOf = ({ c }: MemberVisitor) => readId(c.req.param('id')!) ?? 0;
const token = ({ c, visit }: MemberVisitor) => hidden({ form_token: formToken(c, visit) });
const frame = { width: 'text' as const };

function handIn(visitor: MemberVisitor, errors: FieldErrors = {}, url = ''): Shown {
  const body = html`<h1>Settings</h1>${settingsTabs(path)}<h2>Bring recipes here</h2>
<p>You see what was understood before anything is made of it.</p>
<form method="post" enctype="multipart/form-data" action="${path}">${token(visitor)}
${field({ name: 'file', label: 'A file', type: 'file', errors: errors.file, hint: `Of Cooklang, Mealie, Nextcloud Cookbook, Paprika or Tandoor, schema.org JSON-LD, a saved page, a zip of such, or an export of Potluck; at most ${Math.floor(config.maxUploadBytes / 2 ** 20)} MB` })}
${field({ name: 'url', label: 'Or the address of a page', type: 'url', value: url, errors: errors.url, attributes: { maxlength: 2000, placeholder: 'https://' } })}
<div class="choices"><button>Read it</button></div></form>`;
  return { title: 'Import', body, frame };
}

async function read(sent: Sent): Promise<Shown | string> {
  const { me, fields, files, fileNames } = sent;
  const url = (fields.get('url') ?? '').trim();
  try {
    if (!files.has('file') && url === '') throw invalid('file', 'choose one, or give an address');
    if (config.rateLimits) await takeOne(uploadLimit, `member ${me}`, {});
    const wanted = parse(importInput, {
      file: files.get('file'),
      name: fileNames.get('file'),
      url: url || undefined,
    });
    const id =
      'url' in wanted ? await prepareImportFrom(me, wanted.url) : await prepareImport(me, wanted.given);
    return `${path}/${id}`;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...handIn(sent, error.errors, url), status: 422 };
  }
}

async function show(visitor: MemberVisitor): Promise<Shown> {
  const given = await getImport(visitor.me, idOf(visitor));
  const { name, format, confirmedAt, finishedAt, problems, done, total } = given;
  const { body: state, headers } =
    confirmedAt && !finishedAt
      ? underWay(visitor.c, { label: 'Done', done, total })
      : { body: finishedAt ? outcome(given) : question(visitor, given), headers: {} };
  const list = recipeList(given, await pathsOf(visitor, given));
  const body = html`<h1>${confirmedAt ? 'Import' : 'This was understood'}</h1><p class="hint">${name || 'A file'} · ${format}</p>
${given.archive ? archiveFacts(given.archive) : ''}${state}${problemList([...problems, ...(given.archive?.problems ?? [])])}${list}
${confirmedAt ? html`<p><a href="${path}">Bring something else</a></p>` : ''}`;
  return { title: 'Import', body, frame, headers };
}

function question(visitor: MemberVisitor, { id, recipes, archive }: Import) {
  const fresh = recipes.filter(({ isOld }) => !isOld).length;
  if (!archive && fresh === 0) return note('All of this is here already.');
  const label = archive ? 'Bring it all here' : `Make ${counted(fresh, ['recipe', 'recipes'])}`;
  const who = archive
    ? ''
    : choice({ name: 'visibility', label: 'Who may see them', value: 'public', options: visibilities });
  return html`<form method="post" action="${path}/${id}">${token(visitor)}${who}<div class="choices"><button>${label}</button><a class="button quiet" href="${path}">No, something else</a></div></form>`;
}

function outcome({ recipes, archive }: Import) {
  const made = archive?.made ?? recipes.filter(({ isOld, recipeId }) => !isOld && recipeId !== null).length;
  const here = archive?.here ?? recipes.filter(({ isOld }) => isOld).length;
  const noun = archive ? (['item', 'items'] as const) : (['recipe', 'recipes'] as const);
  const old = here > 0 ? ` ${here} ${here === 1 ? 'was' : 'were'} here already.` : '';
  return note(`Done: ${counted(made, noun)} made.${old}`, 'good');
}

async function pathsOf({ viewer }: MemberVisitor, { recipes }: Import): Promise<Map<number, string>> {
  const ids = recipes.flatMap(({ recipeId }) => recipeId ?? []);
  return new Map((await listByIds(ids, viewer)).map((item) => [item.id, pathOf(item)]));
}
