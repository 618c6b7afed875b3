/** The form of a recipe. */
import { getCookie, setCookie } from 'hono/cookie';
import { getAccount } from '../../domain/accounts/account.ts';
import { defaultVisibility, type Recipe } from '../../domain/items/eventable.ts';
import { publishItem } from '../../domain/items/publish.ts';
import { getOfType } from '../../domain/items/read.ts';
import {
  emptyRow,
  type IngredientRowGroup,
  ingredientsToRows,
  ingredientsToText,
  isBlank,
  joinSteps,
  reuseUnchangedIngredients,
  rowsToIngredients,
  rowsToSteps,
  type StepRow,
  splitIngredients,
  splitSteps,
  stepsToRows,
} from '../../domain/recipes/form.ts';
import { createRecipe, previewRecipe, updateRecipe } from '../../domain/recipes/write.ts';
import { readId } from '../../http/pagination.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { pathOf } from '../components/actions.tsx';
import { Note } from '../components/elements.tsx';
import { Field, type FieldProps, visibilities } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import type { MemberVisitor, SubmittedForm } from '../member-page.ts';
import { CompletionLists, IngredientRows, IngredientText, NutritionInputs, StepRows, StepText } from './fields.tsx';
import {
  actionOf,
  confirmSaved,
  createOnceFrom,
  describePhotos,
  emptyForm,
  errorsOf,
  type FormState,
  forgetBrowserCopy,
  isChangeOfForm,
  otherErrors,
  PhotoFields,
  receivePhotos,
  SaveButtons,
  saveOrShowErrors,
  VisibilityField,
  WriteForm,
  withAltTexts,
  writeLayout,
} from './form.tsx';
import { findPreviewed, keepPreview, recipePreviewPage } from './recipe-preview.tsx';
import {
  DetailInputs,
  detailInputNames,
  ingredientRowsOf,
  readRecipe,
  stepRowsOf,
  usesRows,
  valuesOf,
  withRows,
  withText,
} from './values.tsx';

// Switches the recipe form between text and rows, and adds rows. Nothing that was typed is lost

const emptyStep: StepRow = { name: '', text: '', time: '' };

/** `before` are the stored ingredients, which unchanged lines keep exactly. */
function toRows(values: URLSearchParams, before: IngredientDraft[]): URLSearchParams {
  if (usesRows(values)) return values;
  const lines = splitIngredients(values.get('ingredients') ?? '');
  const parsed = lines.map(({ line }) => parseIngredientLine(line));
  const groups = ingredientsToRows(reuseUnchangedIngredients(lines, parsed, before));
  const steps = stepsToRows(splitSteps(values.get('steps') ?? ''));
  return withRows(
    values,
    groups.length > 0 ? groups : [{ name: '', rows: [emptyRow, emptyRow, emptyRow] }],
    steps.length > 0 ? steps : [emptyStep, emptyStep],
  );
}

function toText(values: URLSearchParams, before: IngredientDraft[]): URLSearchParams {
  if (!usesRows(values)) return values;
  const ingredients = rowsToIngredients(ingredientRowsOf(values), before);
  const steps = rowsToSteps(stepRowsOf(values));
  return withText(values, ingredientsToText(ingredients), joinSteps(steps.map(({ written }) => written)));
}

/**
 * Does what the pressed button says: `rows`, `text`, `add-row-2`, `add-group`, `add-step`, `row-up-3` or `step-down-0`.
 */
function changeLayout(values: URLSearchParams, intent: string, before: IngredientDraft[]): URLSearchParams {
  if (intent === 'rows') return toRows(values, before);
  if (intent === 'text') return toText(values, before);
  if (!usesRows(values)) return values;
  const groups = ingredientRowsOf(values);
  const steps = stepRowsOf(values);
  const at = /^add-row-(\d{1,3})$/.exec(intent)?.[1];
  if (at !== undefined) groups[Number(at)]?.rows.push(emptyRow);
  else if (intent === 'add-group') groups.push({ name: '', rows: [emptyRow, emptyRow] });
  else if (intent === 'add-step') steps.push(emptyStep);
  const [, kind, direction, place] = /^(row|step)-(up|down)-(\d{1,4})$/.exec(intent) ?? [];
  const by = direction === 'up' ? -1 : 1;
  if (kind === 'row')
    moveRow(
      groups.map(({ rows }) => rows),
      Number(place),
      by,
      emptyRow,
    );
  else if (kind === 'step') moveRow([steps], Number(place), by, emptyStep);
  return withRows(values, intent === 'add-group' ? withoutBlankEnds(groups) : groups, steps);
}

/** A new group follows the last filled row. */
const withoutBlankEnds = (groups: IngredientRowGroup[]): IngredientRowGroup[] =>
  groups.map(({ name, rows }, at) => {
    if (at === groups.length - 1) return { name, rows };
    const filled = rows.findLastIndex((row) => !isBlank(row));
    return { name, rows: rows.slice(0, Math.max(1, filled + 1)) };
  });

/** `at` counts the rows of all lists. A row leaves the end of its list for the next one, and no list becomes empty. */
function moveRow<Row>(lists: Row[][], at: number, by: 1 | -1, blank: Row): void {
  let place = at;
  const index = lists.findIndex(({ length }) => {
    if (place < length) return true;
    place -= length;
    return false;
  });
  const rows = lists[index];
  const row = rows?.[place];
  if (!rows || !row) return;
  const neighbour = rows[place + by];
  if (neighbour) {
    rows[place] = neighbour;
    rows[place + by] = row;
    return;
  }
  const next = lists[index + by];
  if (!next) return;
  rows.splice(place, 1);
  if (rows.length === 0) rows.push(blank);
  if (by === 1) next.unshift(row);
  else next.push(row);
}

// The recipe form

const names = [
  'name',
  'description',
  'ingredients',
  'steps',
  'serving',
  'serving_type',
  'prep_time',
  'cook_time',
  'tags',
  'source_url',
  'locale',
  'visibility',
  ...detailInputNames,
];

function recipeForm(visitor: MemberVisitor, before: Recipe | null, state: FormState): PageContent {
  const { values, errors, photos } = state;
  const from = values.get('from');
  const isDraft = before?.publication !== 'published';
  const action = actionOf(before);
  const text = (name: string, label: string, more: Partial<FieldProps> = {}, itemName = '') => (
    <Field
      name={name}
      label={label}
      value={values.get(name) ?? ''}
      errors={errorsOf(errors, name, itemName)}
      {...more}
    />
  );
  const area = (rows: number) => ({ rows, spellcheck: 'true' });
  const title = before ? t('write.edit-recipe') : from ? t('write.your-version') : t('write.new-recipe');
  const formErrors = otherErrors(errors, names);
  const body = (
    <>
      <h1>{title}</h1>
      {from ? <Note>{t('write.version-hint')}</Note> : null}
      {(Object.keys(errors).length > 0 || photos.errors.length > 0) && (
        <Note kind="bad">{formErrors.length > 0 ? formErrors.join(', ') : t('write.not-saved')}</Note>
      )}
      <WriteForm
        visitor={visitor}
        action={action}
        state={state}
        fields={{ ...(from && { from }), layout: usesRows(values) ? 'rows' : 'text' }}
      >
        <button hidden name="intent" value="preview">
          {t('write.preview')}
        </button>
        {text('name', t('write.name'), { attributes: { required: true, maxlength: 200 } })}
        {text('description', t('write.description'), { type: 'textarea', hint: 'Markdown', attributes: area(3) })}
        <div class="field-row">
          {text('serving', t('write.makes'), { attributes: { inputmode: 'numeric', maxlength: 9 } })}
          {text('serving_type', t('write.serving-unit'), { hint: t('write.serving-unit-hint') })}
        </div>
        <RecipeParts values={values} errors={errors} action={action} />
        <div class="field-row">
          {text('prep_time', t('write.prep-time'), { hint: t('write.prep-time-example') })}
          {text('cook_time', t('write.cook-time'), { hint: t('write.cook-time-example') })}
        </div>
        {text('tags', t('write.tags'), { hint: t('write.commas'), attributes: { autocapitalize: 'none' } })}
        <PhotoFields photos={photos} values={values} action={action} />
        <DetailInputs values={values} errors={errors} />
        <NutritionInputs values={values} errors={errors} />
        <details open={['source_url', 'locale'].some((name) => errorsOf(errors, name).length > 0)}>
          <summary>{t('write.source-and-language')}</summary>
          {text('source_url', t('write.source'), {
            type: 'url',
            hint: t('write.source-hint'),
            attributes: { maxlength: 2000 },
          })}
          {text('locale', t('write.language'), {
            hint: t('write.language-hint'),
            attributes: { maxlength: 35, autocapitalize: 'none' },
          })}
        </details>
        <VisibilityField values={values} errors={errors} options={visibilities()} />
        <div class="choices form-actions">
          <SaveButtons isDraft={isDraft} />
          <button name="intent" value="preview" class="quiet">
            {t('write.preview')}
          </button>
        </div>
      </WriteForm>
    </>
  );
  return { title, body, ...writeLayout('wide') };
}

function RecipeParts({ values, errors, action }: { values: URLSearchParams; errors: FieldErrors; action: string }) {
  const isRows = usesRows(values);
  const other = isRows ? 'text' : 'rows';
  const [ingredientErrors, stepErrors] = [
    errorsOf(errors, 'ingredients', isRows ? 'ingredient' : 'line'),
    errorsOf(errors, 'steps', 'step'),
  ];
  const switchButton = (
    <p class="layout-switch">
      <button class="quiet small" name="intent" value={other} formaction={`${action}#parts`} formnovalidate>
        {isRows ? t('write.as-text') : t('write.in-rows')}
      </button>{' '}
      <span class="hint">{isRows ? t('write.as-text-hint') : t('write.in-rows-hint')}</span>
    </p>
  );
  return (
    <div id="parts">
      {switchButton}
      {isRows ? (
        <>
          <IngredientRows groups={ingredientRowsOf(values)} errors={ingredientErrors} action={action} />
          <StepRows rows={stepRowsOf(values)} errors={stepErrors} action={action} />
          <CompletionLists />
        </>
      ) : (
        <>
          <IngredientText value={values.get('ingredients') ?? ''} errors={ingredientErrors} />
          <StepText value={values.get('steps') ?? ''} errors={stepErrors} />
        </>
      )}
    </div>
  );
}

// Creates and edits recipes, and versions of other recipes

/** Remembers on this device whether the member writes rows or text. */
const layoutCookie = 'recipe_layout';
const cookieTtlSeconds = 365 * 86_400;

/** `from` is the id of the original recipe of a version. */
export async function newRecipePage(visitor: MemberVisitor) {
  const resumed = await resumedForm(visitor);
  if (resumed) return resumed;
  const from = readId(visitor.c.req.query('from') ?? '');
  if (from === null) return openForm(visitor, null, emptyForm({ serving: '4' }), null);
  const original = await getOfType('recipe', from, visitor.viewer);
  const values: [string, string][] = [
    ...valuesOf({ ...original, visibility: defaultVisibility(original) }),
    ['from', String(from)],
  ];
  return openForm(visitor, null, emptyForm(values), original);
}

export async function editRecipe(visitor: MemberVisitor, before: Recipe) {
  const resumed = await resumedForm(visitor);
  if (resumed) return resumed;
  const photos = { media: before.media, errors: [] };
  return openForm(visitor, before, { ...emptyForm(valuesOf(before)), photos }, before);
}

function openForm(visitor: MemberVisitor, before: Recipe | null, state: FormState, original: Recipe | null) {
  const isRows = getCookie(visitor.c, layoutCookie) === 'rows';
  const values = isRows ? toRows(state.values, original?.ingredients ?? []) : state.values;
  return recipeForm(visitor, before, { ...state, values });
}

export async function saveRecipe(form: SubmittedForm, before: Recipe | null): Promise<PageContent | string> {
  const { fields, me, viewer } = form;
  const intent = fields.get('intent') ?? '';
  const state: FormState = { values: fields, photos: await receivePhotos(form), errors: {} };
  const { media } = state.photos;
  const from = before ? null : readId(fields.get('from') ?? '');
  const original = before ?? (from === null ? null : await getOfType('recipe', from, viewer));
  if (isChangeOfForm(fields)) {
    const values = changeLayout(fields, intent, original?.ingredients ?? []);
    rememberLayout(form, intent);
    return recipeForm(form, before, { ...state, values, isUnsaved: true });
  }
  const save = async () => {
    const written = { ...readRecipe(fields, original), mediaIds: media.map(({ id }) => id) };
    if (intent === 'preview') return keepPreview(form, before, media);
    if (before) await updateRecipe(me, before.id, written);
    const publication = intent === 'draft' ? ('draft' as const) : ('published' as const);
    const forkedFromId = from ?? undefined;
    await describePhotos(form, before, media);
    const created = { ...written, forkedFromId, publication };
    const id = before?.id ?? (await createOnceFrom(form, (beforeCommit) => createRecipe(me, created, beforeCommit)));
    let saved = await getOfType('recipe', id, viewer);
    if (publication === 'published' && saved.publication === 'draft') {
      await publishItem('recipe', me, id, null);
      saved = await getOfType('recipe', id, viewer);
    }
    confirmSaved(form, saved, before);
    forgetBrowserCopy(form);
    return saved.publication === 'published' ? pathOf(saved) : '/drafts';
  };
  return saveOrShowErrors(state, save, (again) => recipeForm(form, before, again));
}

// Shows the preview of a form, and the form again

/** The form again if it can no longer be saved as it is, such as after its original was deleted. */
export async function previewPage(visitor: MemberVisitor): Promise<PageContent | Response> {
  const { c, me, viewer } = visitor;
  const id = c.req.param('form')!;
  const previewed = await findPreviewed(visitor, id);
  if (!previewed) return c.redirect(new URL('/write/recipe', config.baseUrl).href, 303);
  const { before, state } = previewed;
  const { values, photos } = state;
  const from = before ? null : readId(values.get('from') ?? '');
  try {
    const original = before ?? (from === null ? null : await getOfType('recipe', from, viewer));
    const media = withAltTexts(values, photos.media);
    const written = { ...readRecipe(values, original), mediaIds: media.map((medium) => medium.id) };
    const shown = previewRecipe(await getAccount(me), written, media, before);
    return recipePreviewPage(visitor, { id, before, fields: values, shown });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return recipeForm(visitor, before, { ...state, errors: error.errors, isUnsaved: true });
  }
}

/** The form of a preview, to write on. Null without one. */
async function resumedForm(visitor: MemberVisitor): Promise<PageContent | null> {
  const id = visitor.c.req.query('resume');
  const previewed = id ? await findPreviewed(visitor, id) : null;
  return previewed && recipeForm(visitor, previewed.before, { ...previewed.state, isUnsaved: true });
}

function rememberLayout({ c }: SubmittedForm, intent: string): void {
  if (intent !== 'rows' && intent !== 'text') return;
  const secure = config.baseUrl.startsWith('https:');
  setCookie(c, layoutCookie, intent, {
    httpOnly: true,
    secure,
    sameSite: 'Lax',
    path: '/',
    maxAge: cookieTtlSeconds,
  });
}
