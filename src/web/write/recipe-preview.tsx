/** The preview of a recipe, before it is saved. */
import { randomUUID } from 'node:crypto';
import { raw } from 'hono/html';
import type { Medium, Recipe } from '../../domain/items/eventable.ts';
import { findPreviewedForm, keepPreviewedForm } from '../../domain/items/forms.ts';
import { getOfType } from '../../domain/items/read.ts';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { Byline } from '../components/account.tsx';
import { Note, TagChips } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import { lang } from '../components/item-lists.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import type { MemberVisitor, SubmittedForm } from '../forms/member-page.ts';
import { isOfRequest } from '../forms/unsent-form.tsx';
import { LeadPictures, NutritionTable } from '../items/recipe-article.tsx';
import { RecipeFacts, RecipeKinds, SourceLinks } from '../items/recipe-header.tsx';
import { ingredientList, isShownAsWritten, StepList } from '../items/recipe-method.tsx';
import { IngredientReading } from './fields.tsx';
import { actionOf, type FormState, formIdOf, ignoreMissing, ownMedia, SaveButtons, writeLayout } from './form.tsx';

// Keeps the form of a preview, so that the preview has an address: Back leads to it, and from it to the form

const isFile = /^(?:medium|remove-.*|photo\d.*)$/;

/** Returns the address. `media` are the photos of the form, with those that were just uploaded. */
export async function keepPreview(
  { fields, me }: SubmittedForm,
  before: Recipe | null,
  media: Medium[],
): Promise<string> {
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
export async function findPreviewed({ me, viewer }: MemberVisitor, id: string): Promise<Previewed | null> {
  const found = await findPreviewedForm(me, id);
  if (!found) return null;
  const values = new URLSearchParams(found.fields);
  const before = found.itemId === null ? null : await getOfType('recipe', found.itemId, viewer).catch(ignoreMissing);
  if (found.itemId !== null && !before) return null;
  const media = await ownMedia(me, values.getAll('medium'));
  return { before, state: { values, photos: { media, errors: [] }, errors: {} } };
}

// Renders the preview

interface Preview {
  /** Of the form that is previewed. */
  id: string;
  before: Recipe | null;
  fields: URLSearchParams;
  shown: Recipe;
}

export function recipePreviewPage({ c, session }: MemberVisitor, { id, before, fields, shown }: Preview): PageContent {
  const isDraft = before?.publication !== 'published';
  const action = actionOf(before);
  const text = fields.get('ingredients') ?? '';
  const body = (
    <>
      <Note>{t('write.preview-note')}</Note>
      <form
        class="preview-actions"
        method="post"
        enctype="multipart/form-data"
        action={action}
        data-member={session.username}
      >
        <HiddenFields fields={{ form_token: formToken(c, session) }} />
        {[...fields].map(([name, value]) => (
          <HiddenFields fields={{ [name]: value }} />
        ))}
        <div class="choices form-actions">
          <a class="button quiet" href={`${action}?resume=${id}`}>
            {t('write.continue')}
          </a>
          <SaveButtons isDraft={isDraft} />
        </div>
      </form>
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
