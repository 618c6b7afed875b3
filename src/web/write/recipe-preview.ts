/** Shows a recipe as it will be published, before it is saved. */

import { html, raw } from 'hono/html';
import type { Medium, Recipe } from '../../domain/items/eventable.ts';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { byline } from '../components/account.ts';
import { note, tagChips } from '../components/elements.ts';
import { hidden } from '../components/field.ts';
import { lang } from '../components/item-cards.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { SubmittedForm } from '../member-page.ts';
import { recipeFacts, recipeKinds, sourceLinks } from '../recipe/facts.ts';
import { ingredientList, isShownAsWritten } from '../recipe/ingredients.ts';
import { nutritionTable } from '../recipe/nutrition.ts';
import { leadPictures } from '../recipe/pictures.ts';
import { stepList } from '../recipe/steps.ts';
import { actionOf, saveButtons, writeLayout } from './form-frame.ts';
import { ingredientReading } from './ingredient-reading.ts';
import { usesRows } from './row-values.ts';

/** `media` are the photos of the form, with those that were just uploaded. */
export function recipePreviewPage(
  form: SubmittedForm,
  before: Recipe | null,
  shown: Recipe,
  media: Medium[],
): PageContent {
  const { c, session, fields } = form;
  const isDraft = before?.publication !== 'published';
  const kept = [...fields].filter(
    ([name]) => !/^(?:intent|form_token|medium|remove-.*|photo\d.*)$/.test(name),
  );
  const all = [...kept, ...media.map(({ id }) => ['medium', String(id)] as const)];
  const reading = usesRows(fields) ? '' : ingredientReading(fields.get('ingredients') ?? '');
  const body = html`${note(t('write.preview-note'))}
<form class="preview-actions" method="post" enctype="multipart/form-data" action="${actionOf(before)}" data-member="${session.username}" data-unsaved>${hidden({ form_token: formToken(c, session) })}${all.map(([name, value]) => hidden({ [name]: value }))}
<div class="choices form-actions"><button name="intent" value="edit" class="quiet">${t('write.continue')}</button>${saveButtons(isDraft)}</div></form>
${article(shown)}${reading && html`<section class="reading">${reading}</section>`}`;
  return { title: t('write.preview-title', { recipe: shown.name }), body, ...writeLayout('wide', false) };
}

/** As `recipeArticle`, without what needs a saved recipe: actions, other servings, replies and links to itself. */
function article(shown: Recipe) {
  const { name, account, contentHtml, locale, tags, ingredients, steps, details } = shown;
  const langAttribute = lang(locale);
  const context = {
    ...{ ingredients, locale, linked: new Map(), factor: 1, units: null },
    ...{ anchors: false, renderedIds: new Set<number>() },
  };
  return html`<article class="recipe">${leadPictures(shown)}
<header class="recipe-head"><h1${langAttribute}>${name}</h1>${byline(account)}
<div class="prose recipe-about"${langAttribute}>${raw(contentHtml)}</div>${recipeFacts(shown)}${tagChips(tags)}${sourceLinks(shown, null, '')}</header>
<div class="recipe-body">${ingredients.length > 0 ? html`<section id="ingredients" aria-labelledby="ingredients-title"><h2 id="ingredients-title">${t('recipe.ingredients')}</h2><div${langAttribute}>${ingredientList(ingredients, isShownAsWritten(shown, { units: null }))}</div></section>` : ''}
${steps.length > 0 ? html`<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">${t('recipe.method')}</h2><div${langAttribute}>${stepList(steps, context)}</div></section>` : ''}</div>
<div class="recipe-more">${recipeKinds(shown)}${nutritionTable(details.nutrition)}</div></article>`;
}
