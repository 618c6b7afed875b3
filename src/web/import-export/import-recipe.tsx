/** The check of an import of one recipe: its photo and text, which can be changed before the recipe is imported. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visibility } from '../../db/vocabulary.ts';
import { getOfType } from '../../domain/items/read.ts';
import { getImport, type Import, type OnlyRecipe, removePictures } from '../../domain/migration/import.ts';
import { findImportPhoto } from '../../domain/migration/import-recipe.ts';
import { confirmImport } from '../../domain/migration/run-import.ts';
import { visibility } from '../../http/input/fields.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { type FieldErrors, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import { assetPaths } from '../assets.ts';
import { pathOf } from '../components/actions.tsx';
import { Checkbox, Field, PostForm, SelectField, visibilities } from '../components/fields.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { webUrl } from '../components/texts.tsx';
import type { MemberVisitor, SubmittedForm } from '../forms/member-page.ts';
import { IngredientText, StepText } from '../write/fields.tsx';
import { errorsOf } from '../write/form.tsx';
import { partsOf, readParts } from '../write/values.tsx';
import { Remarks } from './import-preview.tsx';

interface RecipeFormProps {
  visitor: MemberVisitor;
  imported: Import;
  only: OnlyRecipe;
  /** Path of the import. */
  path: string;
  /** What was submitted, and what is wrong with it. */
  values?: URLSearchParams;
  errors?: FieldErrors;
}

/** Stands for a draft, beside the visibilities. */
const onlyMe = 'draft';

export const audiences = (): [string, string][] => [...visibilities(), [onlyMe, t('import.only-me')]];

export function readAudience(fields: URLSearchParams): { visibility: Visibility; asDrafts: boolean } {
  const chosen = fields.get('visibility');
  return { visibility: visibility.safeParse(chosen).data ?? 'public', asDrafts: chosen === onlyMe };
}

export const importRecipeHead = () => <script type="module" src={assetPaths.rows} />;

export function ImportRecipeForm({
  visitor: { c, session },
  imported,
  only,
  path,
  values,
  errors = {},
}: RecipeFormProps) {
  const { recipe, altText } = only;
  const { draft } = recipe;
  const shown = values ?? new URLSearchParams(partsOf(draft));
  const text = (name: string) => shown.get(name) ?? '';
  const source = webUrl(draft.sourceUrl);
  return (
    <PostForm visitor={{ c, session }} action={path} class="write-form">
      {hasPhoto(imported) && (
        <fieldset class="import-photo">
          <img src={`${path}/photo`} alt="" width="640" height="400" />
          <Checkbox
            name="pictures"
            label={t('import.with-photo-of-page')}
            checked={!values || values.has('pictures')}
          />
          <Field
            name="alt"
            label={t('write.alt-text')}
            value={values ? text('alt') : altText}
            attributes={{ maxlength: 1500 }}
          />
        </fieldset>
      )}
      <Field
        name="name"
        label={t('write.name')}
        value={text('name')}
        errors={errorsOf(errors, 'name')}
        attributes={{ required: true, maxlength: 200 }}
      />
      {source && (
        <p class="hint">
          <a href={source} rel="nofollow noopener noreferrer">
            {new URL(source).host}
          </a>
        </p>
      )}
      <Field
        name="serving"
        label={t('write.makes')}
        value={text('serving')}
        hint={draft.servingType}
        errors={errorsOf(errors, 'serving')}
        attributes={{ inputmode: 'numeric', maxlength: 9 }}
      />
      <IngredientText value={text('ingredients')} errors={errorsOf(errors, 'ingredients', 'line')} />
      <StepText value={text('steps')} errors={errorsOf(errors, 'steps', 'step')} />
      <details>
        <summary>{t('write.description')}</summary>
        <Field
          name="description"
          label={t('write.description')}
          type="textarea"
          value={text('description')}
          hint="Markdown"
          errors={errorsOf(errors, 'description')}
          attributes={{ rows: 4, spellcheck: 'true' }}
        />
      </details>
      <Remarks messages={recipe.notUnderstood} name={draft.name} />
      <SelectField
        name="visibility"
        label={t('write.visibility')}
        value={shown.get('visibility') ?? (draft.publication === 'draft' ? onlyMe : 'public')}
        options={audiences()}
      />
      <div class="choices form-actions">
        <button>{t('import.import-one')}</button>
      </div>
    </PostForm>
  );
}

const hasPhoto = ({ recipes }: Import) => recipes.some(({ picture }) => picture);

/** Imports the recipe as it was changed. Throws validation_failed. Returns the path of the recipe, or of the import. */
export async function importEdited(form: SubmittedForm, id: number, only: OnlyRecipe, path: string): Promise<string> {
  const { c, fields, me, viewer } = form;
  const { visibility, asDrafts } = readAudience(fields);
  const publication = asDrafts ? 'draft' : 'published';
  const draft = { ...readParts(fields, only.recipe.draft), publication } as const;
  const withPictures = fields.has('pictures');
  if (!withPictures) await removePictures(id);
  await confirmImport(me, id, {
    visibility,
    withPictures,
    edited: { position: only.position, draft, altText: (fields.get('alt') ?? '').trim().slice(0, 1_500) },
  });
  const recipeId = await waitForRecipe(me, id);
  if (recipeId === null) return path;
  const saved = await getOfType('recipe', recipeId, viewer);
  setNotice(c, saved.publication === 'draft' ? 'draft-saved' : 'published');
  return saved.publication === 'draft' ? '/drafts' : pathOf(saved);
}

const maxWaitMs = 8_000;
const pollMs = 100;

/** A worker imports it, most often within a moment. Null if that takes longer, or if something is missing of it. */
async function waitForRecipe(me: number, id: number): Promise<number | null> {
  for (const end = Date.now() + maxWaitMs; Date.now() < end; await sleep(pollMs)) {
    const { recipes, finishedAt, counts } = await getImport(me, id, { limit: 1 });
    if (finishedAt === null) continue;
    return counts.created === 1 && recipes[0]?.problem === '' ? recipes[0].recipeId : null;
  }
  return null;
}

/** Answers with the photo as it is, to its member only. */
export async function importPhoto({ me }: MemberVisitor, id: number): Promise<Response> {
  await enforceRateLimit(uploadLimit, `member ${me}`);
  const bytes = await findImportPhoto(me, id);
  const type = bytes && pictureTypeOf(bytes);
  if (!type) throw notFound();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': `image/${type}`,
      'Cache-Control': 'private, max-age=600',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
