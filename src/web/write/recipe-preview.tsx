/** Shows a recipe as it will be published, before it is saved. */
import { raw } from 'hono/html';
import type { Medium, Recipe } from '../../domain/items/eventable.ts';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { Byline } from '../components/account.tsx';
import { Note, TagChips } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import { lang } from '../components/item-lists.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import type { SubmittedForm } from '../member-page.ts';
import { LeadPictures, NutritionTable } from '../recipe/article.tsx';
import { RecipeFacts, RecipeKinds, SourceLinks } from '../recipe/header.tsx';
import { ingredientList, isShownAsWritten, StepList } from '../recipe/method.tsx';
import { IngredientReading } from './fields.tsx';
import { actionOf, SaveButtons, writeLayout } from './form.tsx';

/** `media` are the photos of the form, with those that were just uploaded. */
export function recipePreviewPage(
  form: SubmittedForm,
  before: Recipe | null,
  shown: Recipe,
  media: Medium[],
): PageContent {
  const { c, session, fields } = form;
  const isDraft = before?.publication !== 'published';
  const kept = [...fields].filter(([name]) => !/^(?:intent|form_token|medium|remove-.*|photo\d.*)$/.test(name));
  const all = [...kept, ...media.map(({ id }) => ['medium', String(id)] as const)];
  const text = fields.get('ingredients') ?? '';
  const body = (
    <>
      <Note>{t('write.preview-note')}</Note>
      <form
        class="preview-actions"
        method="post"
        enctype="multipart/form-data"
        action={actionOf(before)}
        data-member={session.username}
        data-unsaved=""
      >
        <HiddenFields fields={{ form_token: formToken(c, session) }} />
        {all.map(([name, value]) => (
          <HiddenFields fields={{ [name]: value }} />
        ))}
        <div class="choices form-actions">
          <button name="intent" value="edit" class="quiet">
            {t('write.continue')}
          </button>
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
