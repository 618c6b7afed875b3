/** The page where members import recipes or an account archive, with a preview to confirm. */
import { Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { listByIds } from '../../domain/items/read.ts';
import { failuresCsv, findOnlyRecipe, getImport, type Import, type OnlyRecipe } from '../../domain/migration/import.ts';
import {
  chooseRecipes,
  confirmImport,
  discardImport,
  pauseImport,
  resumeImport,
} from '../../domain/migration/run-import.ts';
import { startImport } from '../../domain/migration/start-import.ts';
import { importInput } from '../../http/input/import.ts';
import { idInPath, readId } from '../../http/pagination.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf } from '../components/actions.tsx';
import { factLine, Note } from '../components/elements.tsx';
import { Checkbox, Choices, PostForm, SelectField } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import { type PageContent, progressPanel } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage, orShowErrors, type SubmittedForm } from '../forms/member-page.ts';
import { csvFile } from './export.tsx';
import { ColumnForm, saveColumns } from './import-columns.tsx';
import { postChunk, postShared, postUpload, sentPage, sharedForm, sharePath, uploadForm } from './import-form.tsx';
import { ListOutcome, ListRows, PostFacts, PostOutcome, readListChoices } from './import-lists.tsx';
import { ArchiveFacts, ProblemList, RecipeList, readChoices } from './import-preview.tsx';
import {
  audiences,
  ImportRecipeForm,
  importEdited,
  importPhoto,
  importRecipeHead,
  readAudience,
} from './import-recipe.tsx';

const path = '/settings/import';

export const importPage = new Hono()
  .get(
    '/import',
    memberPage(async (visitor) => sharedForm(visitor, (name) => visitor.c.req.query(name))),
  )
  .post(sharePath, postShared)
  .get(path, memberPage(uploadForm))
  .post(path, memberForm(read, { withFiles: true }))
  .post(`${path}/uploads`, postUpload)
  .post(`${path}/uploads/:id`, postChunk)
  .get(`${path}/:id`, memberPage(show))
  .get(`${path}/:id/failed.csv`, memberPage(failures))
  .get(
    `${path}/:id/photo`,
    memberPage((visitor) => importPhoto(visitor, idInPath(visitor.c))),
  )
  .post(`${path}/:id/columns`, memberForm(saveColumns, { page: (_, c) => `${path}/${idInPath(c)}` }))
  .post(
    `${path}/:id/discard`,
    memberForm(async (form) => {
      const back = `${path}/${idInPath(form.c)}`;
      const question = askFirst(form, { action: t('import.discard'), consequence: t('ask.import'), back });
      if (question) return question;
      await discardImport(form.me, idInPath(form.c));
      return path;
    }),
  )
  .post(
    `${path}/:id/:change{(?:pause|resume)}`,
    memberForm(async (form) => {
      const id = idInPath(form.c);
      await (form.c.req.param('change') === 'pause' ? pauseImport : resumeImport)(form.me, id);
      return `${path}/${id}`;
    }),
  )
  .post(
    `${path}/:id`,
    memberForm(async (form) => {
      const id = idInPath(form.c);
      const from = /^\d{1,9}$/.exec(form.fields.get('from') ?? '')?.[0];
      if (from !== undefined) {
        await chooseRecipes(form.me, id, readChoices(form.fields));
        return `${path}/${id}?from=${from}`;
      }
      const only = form.fields.has('ingredients') ? await findOnlyRecipe(form.me, id) : null;
      if (only) return confirmOnly(form, only);
      await confirmImport(form.me, id, {
        ...readAudience(form.fields),
        withPictures: form.fields.has('pictures'),
        choices: readChoices(form.fields),
        lists: readListChoices(form.fields),
      });
      return `${path}/${id}`;
    }),
  );

/** Returns the address of a page, also as people write it: `example.org/recipe`. Null for anything else. */
function toAddress(text: string): string | null {
  if (text.length > 2_000 || /\s/.test(text)) return null;
  if (/^https?:\/\//i.test(text)) return text;
  const isHost = /^[^/?#@:]+\.\p{L}{2,63}(?::\d{1,5})?(?:[/?#]|$)/u.test(text);
  return isHost && URL.canParse(`https://${text}`) ? `https://${text}` : null;
}

function read(form: SubmittedForm) {
  const { me, fields, allFiles } = form;
  const pasted = (fields.get('text') ?? '').trim();
  // People paste links into the first field they see.
  const pastedLink = toAddress(pasted);
  const given = (fields.get('url') ?? '').trim();
  const link = pastedLink ?? toAddress(given) ?? given;
  const text = pastedLink === null ? pasted : '';
  const upload = readId(fields.get('upload_id') ?? '') ?? undefined;
  const page = sentPage(fields);
  const start = async () => {
    if (page) {
      await enforceRateLimit(uploadLimit, `member ${me}`);
      return `${path}/${await startImport(me, { page })}`;
    }
    if (allFiles.length === 0 && !link && !text && upload === undefined)
      throw invalid('file', t('errors.nothing-to-import'));
    await enforceRateLimit(uploadLimit, `member ${me}`);
    const input = { files: allFiles, url: link || undefined, text: text || undefined, upload_id: upload };
    return `${path}/${await startImport(me, parseOrThrow(importInput, input), { canChooseColumns: true })}`;
  };
  const isSetting = fields.get('page_of_form') !== 'write';
  return orShowErrors(start, (errors) => uploadForm(form, errors, { url: page?.url ?? link, text, isSetting }));
}

function confirmOnly(form: SubmittedForm, only: OnlyRecipe) {
  const id = idInPath(form.c);
  return orShowErrors(
    () => importEdited(form, id, only, `${path}/${id}`),
    async (errors) => {
      const given = await getImport(form.me, id, { limit: 1 });
      return checkOnly(form, given, only, { values: form.fields, errors });
    },
  );
}

function checkOnly(
  visitor: MemberVisitor,
  imported: Import,
  only: OnlyRecipe,
  submitted: Pick<Parameters<typeof ImportRecipeForm>[0], 'values' | 'errors'> = {},
): PageContent {
  const body = (
    <>
      <h1>{t('import.check')}</h1>
      <ProblemList problems={imported.problems} />
      <ImportRecipeForm
        visitor={visitor}
        imported={imported}
        only={only}
        path={`${path}/${imported.id}`}
        {...submitted}
      />
      <DiscardForm visitor={visitor} imported={imported} />
    </>
  );
  return { title: t('migration.title'), body, layout: { width: 'form', head: importRecipeHead(), path: '/write' } };
}

const perPage = 100;

async function show(visitor: MemberVisitor): Promise<PageContent> {
  const from = Number(/^\d{1,9}$/.exec(visitor.c.req.query('from') ?? '')?.[0] ?? 0);
  const given = await getImport(visitor.me, idInPath(visitor.c), { from, limit: perPage });
  const { name, format, archive, posts, table, problems, paused, confirmedAt } = given;
  const only = await findOnlyRecipe(visitor.me, given.id);
  if (only) return checkOnly(visitor, given, only);
  const { body: state, headers } = progressOf(visitor, given);
  const rows = given.lists ? (
    <ListRows imported={given} />
  ) : (
    <RecipeList imported={given} paths={await pathsOf(visitor, given)} />
  );
  const list = confirmedAt ? (
    <>
      {rows}
      <PageLinks given={given} from={from} />
    </>
  ) : given.readAt && table ? (
    <ColumnForm visitor={visitor} imported={given} />
  ) : given.readAt ? (
    confirmForm(visitor, given, rows, from)
  ) : null;
  const body = (
    <>
      <h1>{t(confirmedAt ? 'migration.title' : 'import.check')}</h1>
      <p class="hint">{factLine([name || t('import.file-without-name'), format])}</p>
      {archive ? <ArchiveFacts preview={archive} /> : null}
      {posts ? <PostFacts preview={posts} /> : null}
      {state}
      <PauseForm visitor={visitor} imported={given} />
      {paused ? <Note>{paused}</Note> : null}
      {confirmedAt ? <ListOutcome imported={given} path={`${path}/${given.id}`} /> : null}
      {table ? null : <ProblemList problems={problems} />}
      <FailureLink imported={given} />
      {list}
      {confirmedAt ? (
        <p class="choices">
          {archive || posts ? <a href={`/@${visitor.session.username}`}>{t('site.profile')}</a> : null}
          <a href={path}>{t('import.something-else')}</a>
        </p>
      ) : (
        <DiscardForm visitor={visitor} imported={given} />
      )}
    </>
  );
  return { title: t('migration.title'), body, layout: { width: 'text' }, headers };
}

function progressOf({ c }: MemberVisitor, given: Import): { body: Html | string; headers: PageContent['headers'] } {
  const { readAt, confirmedAt, finishedAt, pausedAt, done, total } = given;
  if (readAt && !confirmedAt) return { body: <FoundFacts imported={given} />, headers: {} };
  if (finishedAt) return { body: <Outcome imported={given} />, headers: {} };
  if (pausedAt) return { body: <Note>{t('import.paused', { done, total })}</Note>, headers: {} };
  return readAt
    ? progressPanel(c, { label: t('migration.progress'), done, total })
    : progressPanel(c, { label: t('import.read-so-far'), done: total, total: 0 });
}

function FoundFacts({
  imported: {
    counts: { recipes, withPicture },
  },
}: {
  imported: Import;
}) {
  return recipes > 1 ? <p>{t('import.found', { recipes, pictures: withPicture })}</p> : null;
}

function FailureLink({
  imported: {
    id,
    counts: { failed },
    lists,
  },
}: {
  imported: Import;
}) {
  if (failed === 0 || lists) return null;
  const link = (content: Child) => (
    <a href={`${path}/${id}/failed.csv`} download>
      {content}
    </a>
  );
  return <Note>{richText('import.failed', { count: failed, link })}</Note>;
}

/** Positions of the recipes on the pages before and after this one. */
function neighbours({ recipes, counts }: Import, from: number) {
  const isLast = recipes.length < perPage || counts.recipes <= perPage;
  return {
    previous: from > 0 ? Math.max(0, from - perPage) : null,
    next: isLast ? null : recipes.at(-1)!.position + 1,
  };
}

function PageLinks({ given, from }: { given: Import; from: number }) {
  const { previous, next } = neighbours(given, from);
  if (previous === null && next === null) return null;
  const link = (to: number | null, label: string) =>
    to === null ? null : (
      <a class="button quiet" href={`${path}/${given.id}?from=${to}`}>
        {label}
      </a>
    );
  return (
    <div class="choices">
      {link(previous, t('import.previous-page'))}
      {link(next, t('import.next-page'))}
    </div>
  );
}

function confirmForm(visitor: MemberVisitor, given: Import, rows: Html | string, from: number) {
  const { id, recipes, counts } = given;
  const form = (fields: Html | string, label: string) => (
    <PostForm visitor={visitor} action={`${path}/${id}`}>
      {rows}
      <PageButtons given={given} from={from} />
      {fields}
      <Choices action={label} back={path} cancel={t('migration.choose-another')} />
    </PostForm>
  );
  if (given.archive || given.lists || given.posts) return form('', t('migration.import-everything'));
  if (counts.recipes === 0)
    return (
      <p>
        <a class="button quiet" href={path}>
          {t('migration.choose-another')}
        </a>
      </p>
    );
  if (counts.pending === 0)
    return (
      <>
        <Note>{t('import.nothing-new')}</Note>
        {rows}
        <PageLinks given={given} from={from} />
      </>
    );
  const isOne = counts.recipes === 1 && recipes[0]?.state === 'new';
  const several = recipes.some(({ state }) => state === 'new') || counts.recipes > perPage;
  const visibilityField = (
    <SelectField name="visibility" label={t('import.who-can-see')} value="public" options={audiences()} />
  );
  const pictures =
    counts.withPicture > 0 ? <Checkbox name="pictures" label={t('import.with-pictures')} checked /> : null;
  const label = isOne ? 'import-one' : several ? 'import-chosen' : 'continue';
  return form(
    <>
      {visibilityField}
      {pictures}
    </>,
    t(`import.${label}`),
  );
}

/** Buttons, so that the choices on this page are stored. */
function PageButtons({ given, from }: { given: Import; from: number }) {
  const { previous, next } = neighbours(given, from);
  if (previous === null && next === null) return null;
  const button = (to: number | null, label: string) =>
    to === null ? null : (
      <button class="quiet" name="from" value={to}>
        {label}
      </button>
    );
  return (
    <div class="choices">
      {button(previous, t('import.previous-page'))}
      {button(next, t('import.next-page'))}
    </div>
  );
}

function PauseForm({ visitor, imported }: { visitor: MemberVisitor; imported: Import }) {
  const { id, readAt, confirmedAt, finishedAt, pausedAt } = imported;
  if (!readAt || !confirmedAt || finishedAt) return null;
  const change = pausedAt ? 'resume' : 'pause';
  return (
    <PostForm visitor={visitor} action={`${path}/${id}/${change}`}>
      <button class="quiet">{t(`import.${change}`)}</button>
    </PostForm>
  );
}

const DiscardForm = ({ visitor, imported: { id } }: { visitor: MemberVisitor; imported: Import }) => (
  <PostForm visitor={visitor} action={`${path}/${id}/discard`} class="choices">
    <button class="quiet">{t('import.discard')}</button>
  </PostForm>
);

function Outcome({ imported: { counts, archive, lists, posts } }: { imported: Import }) {
  if (lists) return null;
  if (posts) return <PostOutcome counts={counts} />;
  const { created, updated, skipped, restored, existingItems } = counts;
  const here = archive ? existingItems : counts.existing;
  const sentences = [
    archive ? t('import.items-imported', { count: restored }) : t('import.recipes-imported', { count: created }),
    updated > 0 ? t('import.updated', { n: updated }) : '',
    skipped > 0 ? t('import.skipped', { n: skipped }) : '',
    here > 0 ? t('import.already-here', { count: here }) : '',
  ];
  return <Note kind="good">{sentences.filter(Boolean).join(' ')}</Note>;
}

async function failures(visitor: MemberVisitor): Promise<Response> {
  const { id } = await getImport(visitor.me, idInPath(visitor.c), { limit: 0 });
  return csvFile('not-imported.csv', failuresCsv(id));
}

async function pathsOf({ viewer }: MemberVisitor, { recipes }: Import): Promise<Map<number, string>> {
  const ids = recipes.flatMap(({ recipeId, earlier }) => recipeId ?? earlier?.recipeId ?? []);
  return new Map((await listByIds(ids, viewer)).map((item) => [item.id, pathOf(item)]));
}
