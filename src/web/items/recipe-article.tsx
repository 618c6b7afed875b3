/** The recipe on its page. */
import { type Nutrition, nutrients } from '../../db/recipe-details.ts';
import type { FilterResults } from '../../domain/filters/filters.ts';
import type { Eventable, Recipe, Status } from '../../domain/items/eventable.ts';
import type { ItemCard } from '../../domain/items/read.ts';
import { type DisplayOptions, readableRecipe, scalingOf } from '../../domain/recipes/display.ts';
import type { CookedMedium, Review } from '../../domain/recipes/related.ts';
import { pictureUrls } from '../../http/media.ts';
import { createCache } from '../../lib/cache.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, type Follows, nameOf } from '../components/account.tsx';
import { type ActionContext, pathOf } from '../components/actions.tsx';
import { bandFragment, patternFor } from '../components/art.ts';
import { Field, PostForm } from '../components/fields.tsx';
import { Cards, lang } from '../components/item-lists.tsx';
import { canonicalUrl, MutedThreadNote, OriginNote, ReplySection } from '../components/item-page.tsx';
import { nameOfPicture, sizeOf } from '../components/item-parts.tsx';
import { drawQrCode, QrCode, type QrDrawing } from '../components/qr-code.tsx';
import { cookedText, RecipeHeader, RecipeKinds } from './recipe-header.tsx';
import {
  DisplayControls,
  ingredientList,
  isShownAsWritten,
  type PageDisplay,
  StepList,
  TextAmountsHint,
  toQueryString,
} from './recipe-method.tsx';
import { PanForm, panFields } from './recipe-pans.tsx';
import { ReviewSection } from './reviews.tsx';

// The button that adds a recipe to the member's shopping list, at the servings shown

/** Takes the scaled recipe. Empty for visitors, who have no list. */
function AddToShoppingList({
  recipe: { id, serving, ingredients },
  display: { pans },
  context,
}: {
  recipe: Recipe;
  display: DisplayOptions;
  context: ActionContext | null;
}) {
  if (!context || ingredients.length === 0) return null;
  const fields = pans ? panFields(pans) : { serving: String(serving) };
  return (
    <PostForm visitor={context.visitor} class="shop no-print" action={`/items/${id}/shop`} fields={fields}>
      <button class="small quiet">{t('recipe.add-to-list')}</button>
    </PostForm>
  );
}

// The member's private note on a recipe, with its form

/** Empty for visitors, who cannot write notes. */
function PrivateNoteSection({
  recipe: { id, privateNote },
  context,
}: {
  recipe: Recipe;
  context: ActionContext | null;
}) {
  if (!context) return null;
  const form = (
    <PostForm visitor={context.visitor} action={`/items/${id}/note`} fields={{ back: context.returnPath }}>
      <Field
        name="note"
        label={t('recipe.your-note')}
        type="textarea"
        value={privateNote ?? ''}
        hint={t('recipe.note-hint')}
        attributes={{ maxlength: 5_000 }}
      />
      <button class="small">{t('recipe.save-note')}</button>
    </PostForm>
  );
  if (privateNote === null)
    return (
      <details class="no-print" id="private-note">
        <summary>{t('recipe.add-note')}</summary>
        {form}
      </details>
    );
  return (
    <section id="private-note" class="panel" aria-labelledby="note-title">
      <h2 id="note-title">{t('recipe.your-note')}</h2>
      <p class="note-text">{privateNote}</p>
      <details class="no-print">
        <summary>{t('recipe.edit-note')}</summary>
        {form}
      </details>
    </section>
  );
}

// Renders the nutrition of one serving as a table, marked as in microformats.org/wiki/h-recipe

export function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
  const rows = nutrients.flatMap((name) => {
    const value = nutrition[name];
    return value
      ? [
          <tr class="p-nutrition">
            <th scope="row">{t(`nutrition.${name}`)}</th> <td>{value}</td>
          </tr>,
        ]
      : [];
  });
  if (rows.length === 0) return null;
  return (
    <section class="nutrition" aria-labelledby="nutrition-title">
      <h2 id="nutrition-title">{t('nutrition.per-serving')}</h2>
      <table>{rows}</table>
    </section>
  );
}

// Renders the photographs of a recipe, and those of the items cooked from it

/**
 * The first photograph reaches the edges of a phone. It is the largest element, so the browser loads it first. A recipe
 * without photographs has a band of its pattern, which is not printed.
 */
export function LeadPictures({
  recipe: {
    id,
    tags,
    media: [first, ...more],
  },
}: {
  recipe: Pick<Recipe, 'id' | 'tags' | 'media'>;
}) {
  if (!first)
    return (
      <div class="recipe-lead no-print">
        <img class="lead-pattern" src={`${patternFor(id, tags)}${bandFragment}`} alt="" width="1200" height="300" />
      </div>
    );
  const { original, medium, small } = pictureUrls(first.key);
  return (
    <div class="recipe-lead">
      <a href={original} aria-label={nameOfPicture(first)}>
        <img
          class="lead-picture u-photo"
          src={medium}
          srcset={`${small} 400w, ${medium} 1200w`}
          sizes="(max-width: 72rem) 100vw, 72rem"
          alt={first.description}
          {...sizeOf(first)}
          fetchpriority="high"
        />
      </a>
      {more.length > 0 && (
        <ul class="recipe-lead-more no-print">
          {more.map((each, place) => {
            const urls = pictureUrls(each.key);
            return (
              <li>
                <a href={urls.original} aria-label={nameOfPicture(each, place + 1)}>
                  <img src={urls.small} alt={each.description} width="120" height="120" loading="lazy" />
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** A strip that scrolls sideways. The count leaves out what only some members may see. */
function CookedStrip({ recipe: { cookedCount }, pictures }: { recipe: Recipe; pictures: CookedMedium[] }) {
  if (pictures.length === 0) return null;
  const items = pictures.map(({ eventableId, eventableType, account, key, description }) => {
    const path = pathOf({ id: eventableId, type: eventableType, url: null, iri: null, account });
    return (
      <li>
        <a href={path}>
          <img src={pictureUrls(key).small} alt={description} width="200" height="200" loading="lazy" />
          <bdi>{nameOf(account)}</bdi>
        </a>
      </li>
    );
  });
  return (
    <section id="cooked" class="no-print" aria-labelledby="cooked-title">
      <h2 id="cooked-title">{cookedText(cookedCount) || t('recipe.cooked')}</h2>
      <ul class="cooked-strip">{items}</ul>
    </section>
  );
}

// Renders a recipe as its page shows it. Classes beginning with h-, p-, e-, dt- and u- are those of
// microformats.org/wiki/h-recipe

export interface RecipeView {
  linked: Recipe[];
  cookedMedia: CookedMedium[];
  original: { name: string; path: string } | null;
  /** Of the viewer, for the replies and reviews. */
  filters: FilterResults;
  replies: Status[];
  /** The newest. */
  reviews: Review[];
  /** Recipes to go on with. */
  more: { filters: FilterResults; ofAuthor: ItemCard[]; similar: ItemCard[] };
  display: PageDisplay;
  path: string;
  context: ActionContext | null;
  follows: Follows | null;
}

export function RecipeArticle({ recipe: found, ...view }: { recipe: Recipe } & RecipeView) {
  const { cookedMedia, original, filters, replies, reviews, more, display, path, context, follows } = view;
  const query = toQueryString(display);
  const hasCookedPhotos = cookedMedia.length > 0;
  return (
    <article class="recipe h-recipe" id={`item-${found.id}`} data-recipe={path}>
      <OriginNote item={found} />
      <MutedThreadNote id={found.id} context={context} />
      <LeadPictures recipe={found} />
      <RecipeHeader
        recipe={found}
        path={path}
        query={query}
        original={original}
        reviews={reviews}
        hasCookedPhotos={hasCookedPhotos}
        context={context}
        follows={follows}
      />
      <CookedStrip recipe={found} pictures={cookedMedia} />
      <IngredientsAndMethod recipe={found} {...view} />
      <div class="recipe-more">
        <PrivateNoteSection recipe={found} context={context} />
        <RecipeKinds recipe={found} />
        <NutritionTable nutrition={found.details.nutrition} />
      </div>
      <ReviewSection reviews={reviews} path={path} filters={filters} />
      <ReplySection list={replies} context={context} filters={filters} />
      {context ? <ReplyForm item={found} context={context} /> : null}
      <MoreRecipes
        title={t('recipe.more-of-author', { name: nameOf(found.account) })}
        list={more.ofAuthor}
        more={more}
      />
      <MoreRecipes title={t('recipe.similar')} list={more.similar} more={more} />
    </article>
  );
}

function MoreRecipes({
  title,
  list,
  more: { filters },
}: {
  title: string;
  list: ItemCard[];
  more: RecipeView['more'];
}) {
  if (list.length === 0) return null;
  return (
    <section class="no-print">
      <h2>{title}</h2>
      <Cards items={list} isRow filters={filters} />
    </section>
  );
}

function IngredientsAndMethod({ recipe: found, linked, display, path, context }: { recipe: Recipe } & RecipeView) {
  const { recipe: shown, textAmounts } = readableRecipe(found, display);
  const { from, to } = scalingOf(found, display);
  const langAttribute = lang(found.locale, found.name);
  const stepContext = {
    ingredients: shown.ingredients,
    linked: new Map(linked.map((each) => [each.id, each])),
    factor: to / from,
    units: display.units,
    locale: found.locale,
    anchors: true,
    renderedIds: new Set<number>(),
  };
  const ingredients = ingredientList(shown.ingredients, {
    asWritten: isShownAsWritten(found, display),
    locale: found.locale,
    checkable: true,
  });
  return (
    <div class="recipe-body">
      <section id="ingredients" aria-labelledby="ingredients-title">
        <h2 id="ingredients-title">{t('recipe.ingredients')}</h2>
        <DisplayControls recipe={shown} {...display} path={path} />
        <div {...langAttribute}>{ingredients}</div>
        <PanForm recipe={found} {...display} path={path} />
        <AddToShoppingList recipe={shown} display={display} context={context} />
        <PrintedAddress url={canonicalUrl(found, path)} />
      </section>
      <section id="steps" aria-labelledby="steps-title">
        <h2 id="steps-title">{t('recipe.method')}</h2>
        <TextAmountsHint recipe={found} textAmounts={textAmounts} />
        <div class="e-instructions" {...langAttribute}>
          <StepList steps={shown.steps} context={stepContext} />
        </div>
      </section>
    </div>
  );
}

const addressDrawings = createCache<string, QrDrawing>({ max: 500, memoMethod: drawQrCode });

const PrintedAddress = ({ url }: { url: string }) => (
  <div class="print-address print-only">
    <QrCode drawing={addressDrawings.memo(url)} />
    <p>{url.replace(/^https?:\/\//, '')}</p>
  </div>
);

// Renders the form that replies to the recipe

/** Starts with a mention of the author and takes over the visibility, as the page for replies does. */
function ReplyForm({ item, context: { visitor, me, returnPath } }: { item: Eventable; context: ActionContext }) {
  const { id, account, visibility } = item;
  const text = account.id === me ? '' : `${addressOf(account)} `;
  return (
    <PostForm
      visitor={visitor}
      id="reply"
      class="reply-form no-print"
      action="/write/post"
      fields={{ to: String(id), visibility, back: returnPath }}
    >
      <label for="reply-text">{t('items.your-reply')}</label>
      <textarea
        id="reply-text"
        name="content"
        maxlength={5000}
        required
        aria-describedby="reply-hint"
      >{`\n${text}`}</textarea>
      <p class="hint" id="reply-hint">
        {t(`visibility.reply-${visibility}`)}
      </p>
      <div class="choices">
        <button class="small">{t('items.send-reply')}</button>
        <a class="button small plain" href={`/write/post?to=${id}`}>
          {t('items.add-to-reply')}
        </a>
      </div>
    </PostForm>
  );
}
