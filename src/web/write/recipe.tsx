/** The form of a recipe, and its preview before it is saved. */
import { randomUUID } from 'node:crypto';
import { raw } from 'hono/html';
import { getAccount } from '../../domain/accounts/account.ts';
import { defaultVisibility, type Medium, type Recipe } from '../../domain/items/eventable.ts';
import { findPreviewedForm, keepPreviewedForm } from '../../domain/items/forms.ts';
import { publishItem } from '../../domain/items/publish.ts';
import { getOfType } from '../../domain/items/read.ts';
import { createRecipe, previewRecipe, updateRecipe } from '../../domain/recipes/write.ts';
import { readId } from '../../http/pagination.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { readTextRecipe } from '../../recipe-import/formats/plain-text.ts';
import { Byline } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { Note, TagChips } from '../components/elements.tsx';
import { Field, type FieldProps, HiddenFields, PostForm, visibilities } from '../components/fields.tsx';
import { lang } from '../components/item-lists.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { type MemberVisitor, type SubmittedForm, scriptForm } from '../forms/member-page.ts';
import { isOfRequest } from '../forms/unsent-form.tsx';
import { LeadPictures, NutritionTable } from '../items/recipe-article.tsx';
import { RecipeFacts, RecipeKinds, SourceLinks } from '../items/recipe-header.tsx';
import { ingredientList, isShownAsWritten, StepList } from '../items/recipe-method.tsx';
import { IngredientReading, IngredientText, maxCharacters, NutritionInputs, StepText } from './fields.tsx';
import {
  actionOf,
  confirmSaved,
  createOnceFrom,
  describePhotos,
  emptyForm,
  errorsOf,
  type FormState,
  forgetBrowserCopy,
  formIdOf,
  ignoreMissing,
  isChangeOfForm,
  otherErrors,
  ownMedia,
  PhotoFields,
  photosOf,
  receivePhotos,
  SaveButtons,
  saveOrShowErrors,
  VisibilityField,
  WriteForm,
  withAltTexts,
  writeLayout,
} from './form.tsx';
import { withText } from './rows.ts';
import { DetailInputs, detailInputNames, pastedValues, readRecipe, valuesOf } from './values.tsx';

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
      {(Object.keys(errors).length > 0 || Object.keys(photos.errors).length > 0) && (
        <Note kind="bad">{formErrors.length > 0 ? formErrors.join(', ') : t('write.not-saved')}</Note>
      )}
      <WriteForm visitor={visitor} action={action} state={state} fields={from ? { from } : {}}>
        <button hidden name="intent" value="preview">
          {t('write.preview')}
        </button>
        {before ? null : <p class="hint only-script">{t('write.paste-hint')}</p>}
        <PhotoFields photos={photos} values={values} action={action} />
        {text('name', t('write.name'), { attributes: { required: true, maxlength: 200 } })}
        {text('description', t('write.description'), { type: 'textarea', hint: 'Markdown', attributes: area(3) })}
        <div class="field-row">
          {text('serving', t('write.makes'), { attributes: { inputmode: 'numeric', maxlength: 9 } })}
          {text('serving_type', t('write.serving-unit'), { hint: t('write.serving-unit-hint') })}
        </div>
        <IngredientText value={values.get('ingredients') ?? ''} errors={errorsOf(errors, 'ingredients', 'line')} />
        <StepText value={values.get('steps') ?? ''} errors={errorsOf(errors, 'steps', 'step')} />
        <div class="field-row">
          {text('prep_time', t('write.prep-time'), { hint: t('write.prep-time-example') })}
          {text('cook_time', t('write.cook-time'), { hint: t('write.cook-time-example') })}
        </div>
        {text('tags', t('write.tags'), { hint: t('write.commas'), attributes: { autocapitalize: 'none' } })}
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
  return { title, body, ...writeLayout('form', true, true) };
}

// Creates and edits recipes, and versions of other recipes

/** `from` is the id of the original recipe of a version. */
export async function newRecipePage(visitor: MemberVisitor) {
  const resumed = await resumedForm(visitor);
  if (resumed) return resumed;
  const from = readId(visitor.c.req.query('from') ?? '');
  if (from === null) return recipeForm(visitor, null, emptyForm({ serving: '4' }));
  const original = await getOfType('recipe', from, visitor.viewer);
  const values: [string, string][] = [
    ...valuesOf({ ...original, visibility: defaultVisibility(original) }),
    ['from', String(from)],
  ];
  return recipeForm(visitor, null, emptyForm(values));
}

export async function editRecipe(visitor: MemberVisitor, before: Recipe) {
  const resumed = await resumedForm(visitor);
  if (resumed) return resumed;
  return recipeForm(visitor, before, { ...emptyForm(valuesOf(before)), photos: await photosOf(before) });
}

export async function saveRecipe(form: SubmittedForm, before: Recipe | null): Promise<PageContent | string> {
  const { me, viewer } = form;
  const intent = form.fields.get('intent') ?? '';
  const photos = await receivePhotos(form);
  const { media } = photos;
  const from = before ? null : readId(form.fields.get('from') ?? '');
  const original = before ?? (from === null ? null : await getOfType('recipe', from, viewer));
  const fields = withText(form.fields, original?.ingredients ?? []);
  const state: FormState = { values: fields, photos, errors: {} };
  if (isChangeOfForm(fields)) return recipeForm(form, before, { ...state, isUnsaved: true });
  const save = async () => {
    const written = { ...readRecipe(fields, original), mediaIds: media.map(({ id }) => id) };
    if (intent === 'preview') return keepPreview({ ...form, fields }, before, media);
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

// Splits a whole recipe that a member pastes into any field

const pasteLimit: RateLimit = { name: 'paste', quota: 60, windowSeconds: 300 };

/** Answers with the values of the form, or with null if the text is no whole recipe. */
export const postPastedRecipe = scriptForm(
  ({ c, fields }) => {
    const text = fields.get('text') ?? '';
    const [found, ...others] = text.length > maxCharacters ? [] : readTextRecipe(text, null).recipes;
    const isWhole = others.length === 0 && found && found.draft.ingredients.length > 1 && found.draft.steps.length > 0;
    const values = isWhole ? Object.fromEntries(pastedValues(found)) : null;
    return c.json({ fields: values }, 200, { 'Cache-Control': 'private, no-store' });
  },
  { rateLimit: pasteLimit, loggedOut: 'write.log-in-again' },
);

// Keeps the form of a preview, so that the preview has an address: Back leads to it, and from it to the form

const isFile = /^(?:medium|remove-.*|photo\d.*)$/;

/** Returns the address. `media` are the photos of the form, with those that were just uploaded. */
async function keepPreview({ fields, me }: SubmittedForm, before: Recipe | null, media: Medium[]): Promise<string> {
  const text = [...fields].filter(([name]) => name !== 'copy' && !isOfRequest.test(name) && !isFile.test(name));
  const id = formIdOf(fields) ?? randomUUID();
  const kept = [['copy', id], ...text, ...media.map(({ id }) => ['medium', String(id)])] as [string, string][];
  await keepPreviewedForm(me, id, { itemId: before?.id ?? null, fields: kept });
  return `/write/preview/${id}`;
}

interface Previewed {
  before: Recipe | null;
  state: FormState;
}

/** Null after a day, and if the recipe that was edited is gone. */
async function findPreviewed({ me, viewer }: MemberVisitor, id: string): Promise<Previewed | null> {
  const found = await findPreviewedForm(me, id);
  if (!found) return null;
  const values = new URLSearchParams(found.fields);
  const before = found.itemId === null ? null : await getOfType('recipe', found.itemId, viewer).catch(ignoreMissing);
  if (found.itemId !== null && !before) return null;
  const media = await ownMedia(me, values.getAll('medium'));
  return { before, state: { values, photos: { media, errors: {} }, errors: {} } };
}

// Renders the preview

interface Preview {
  /** Of the form that is previewed. */
  id: string;
  before: Recipe | null;
  fields: URLSearchParams;
  shown: Recipe;
}

function recipePreviewPage(visitor: MemberVisitor, { id, before, fields, shown }: Preview): PageContent {
  const isDraft = before?.publication !== 'published';
  const action = actionOf(before);
  const text = fields.get('ingredients') ?? '';
  const body = (
    <>
      <Note>{t('write.preview-note')}</Note>
      <PostForm
        visitor={visitor}
        class="preview-actions"
        enctype="multipart/form-data"
        action={action}
        data-member={visitor.session.username}
      >
        {[...fields].map(([name, value]) => (
          <HiddenFields fields={{ [name]: value }} />
        ))}
        <div class="choices form-actions">
          <a class="button quiet" href={`${action}?resume=${id}`}>
            {t('write.continue')}
          </a>
          <SaveButtons isDraft={isDraft} />
        </div>
      </PostForm>
      <RecipePreview shown={shown} />
      {text.trim() !== '' && (
        <section class="reading">
          <IngredientReading text={text} />
        </section>
      )}
    </>
  );
  return { title: t('write.preview-title', { recipe: shown.name }), body, ...writeLayout('wide', false) };
}

/** As `RecipeArticle`, without what needs a saved recipe: actions, other servings, replies and links to itself. */
function RecipePreview({ shown }: { shown: Recipe }) {
  const { name, account, contentHtml, locale, tags, ingredients, steps, details } = shown;
  const langAttribute = lang(locale);
  const context = {
    ingredients,
    locale,
    linked: new Map(),
    factor: 1,
    units: null,
    anchors: false,
    renderedIds: new Set<number>(),
  };
  return (
    <article class="recipe">
      <LeadPictures recipe={shown} />
      <header class="recipe-head">
        <h1 {...langAttribute}>{name}</h1>
        <Byline person={account} />
        <div class="prose recipe-about" {...langAttribute}>
          {raw(contentHtml)}
        </div>
        <RecipeFacts recipe={shown} />
        <TagChips tags={tags} />
        <SourceLinks recipe={shown} original={null} path="" />
      </header>
      <div class="recipe-body">
        {ingredients.length > 0 && (
          <section id="ingredients" aria-labelledby="ingredients-title">
            <h2 id="ingredients-title">{t('recipe.ingredients')}</h2>
            <div {...langAttribute}>
              {ingredientList(ingredients, {
                asWritten: isShownAsWritten(shown, { units: null }),
                locale: shown.locale,
              })}
            </div>
          </section>
        )}
        {steps.length > 0 && (
          <section id="steps" aria-labelledby="steps-title">
            <h2 id="steps-title">{t('recipe.method')}</h2>
            <div {...langAttribute}>
              <StepList steps={steps} context={context} />
            </div>
          </section>
        )}
      </div>
      <div class="recipe-more">
        <RecipeKinds recipe={shown} />
        <NutritionTable nutrition={details.nutrition} />
      </div>
    </article>
  );
}
