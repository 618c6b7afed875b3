/** The head of a recipe on its page: title, facts, actions and sources. */
import { raw } from 'hono/html';
import {
  convertDetails,
  type DetailNameOf,
  detailNamesOf,
  type StatedRating,
  totalTimeOf,
} from '../../db/recipe-details.ts';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { Review } from '../../domain/recipes/related.ts';
import { dietText, servingsText } from '../../domain/recipes/text.ts';
import { durationText, toDuration } from '../../lib/duration.ts';
import { dayText, decimalText } from '../../lib/language/formats.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { categoryFor } from '../../recipe-import/categories.ts';
import { addressOf, Byline, FollowButton, type Follows } from '../components/account.tsx';
import { type ActionContext, ItemMenu, LikeAndBoost, SaveButton } from '../components/actions.tsx';
import { factLine, MenuLink, MoreMenu, TagChips } from '../components/elements.tsx';
import { icons } from '../components/icons.ts';
import { lang } from '../components/item-lists.tsx';
import { ActionsOrCounts } from '../components/item-page.tsx';
import { itemMarks } from '../components/item-parts.tsx';
import type { Html } from '../components/layout.tsx';
import { Day, richText, webUrl } from '../components/texts.tsx';
import { RatingLine } from './reviews.tsx';

// Renders the menu entries that print a recipe and download it as a file

/** The script shows the button that prints. */
const printAndDownloads = (path: string, { name, media }: Recipe) => [
  <button type="button" class="small quiet" data-print="" hidden>
    {t('recipe.print')}
  </button>,
  <MenuLink href={`${path}.cook`} label={t('recipe.download-cooklang')} of={name} download />,
  <MenuLink href={`${path}.json`} label={t('recipe.download-json')} of={name} download />,
  media.length > 0 ? <MenuLink href={`${path}.zip`} label={t('recipe.download-zip')} of={name} download /> : '',
];

// Renders what one can do with a recipe: cook it first, then quiet icons, and the rest in a menu

interface ActionOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  context: ActionContext | null;
}

function RecipeActions({ recipe, path, query, context }: { recipe: Recipe } & ActionOptions) {
  const { name, steps, forksCount } = recipe;
  const cook =
    steps.length > 0 ? (
      <a class="button" href={`${path}/cook${query}`} rel="nofollow">
        {icons.pot}
        {t('recipe.start-cooking')}
      </a>
    ) : (
      ''
    );
  const further = [
    forksCount > 0 ? <MenuLink href={`${path}/forks`} label={t('recipe.see-versions')} of={name} /> : '',
    ...printAndDownloads(path, recipe),
  ];
  if (context)
    return (
      <div class="recipe-actions no-print">
        {cook}
        <MemberActions recipe={recipe} context={context} />
        <div class="recipe-menu">
          <ItemMenu item={recipe} context={context} more={further} />
        </div>
      </div>
    );
  return (
    <>
      <div class="recipe-actions no-print">
        {cook}
        <div class="recipe-menu">
          <MoreMenu of={name} entries={further} />
        </div>
      </div>
      <ActionsOrCounts item={recipe} />
    </>
  );
}

function MemberActions({ recipe, context }: { recipe: Recipe; context: ActionContext }) {
  const { id, name } = recipe;
  const of = <span class="visually-hidden"> {name}</span>;
  return (
    <>
      <a class="button quiet" href={`/write/cooked?recipe=${id}`}>
        {t('recipe.i-cooked-this')}
        {of}
      </a>
      <div class="recipe-icons">
        <LikeAndBoost item={recipe} title={name} context={context} />
        <a class="button icon-only" href="#reply" aria-keyshortcuts="r">
          {icons.reply}
          <span class="visually-hidden">{t('recipe.reply', { name })}</span>
        </a>
        <SaveButton item={recipe} title={name} />
      </div>
    </>
  );
}

// Renders the times, yield, kinds and sources of a recipe. Classes are those of microformats.org/wiki/h-recipe

const Fact = ({ label, value }: { label: string; value: Html | string | null }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

const timeLabels = (): Record<DetailNameOf<'seconds'>, string> => ({
  restTime: t('recipe.rest-time'),
  totalTime: t('recipe.total-time'),
});

/** The total is left out if it only repeats the one known time. */
export function RecipeFacts({ recipe: { prepTime, cookTime, serving, servingType, details } }: { recipe: Recipe }) {
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  const { totalTime: totalLabel, ...labels } = timeLabels();
  const others = detailNamesOf('seconds').filter((name) => name !== 'totalTime');
  const times: [label: string, seconds: number | null][] = [
    [t('recipe.prep-time'), prepTime],
    [t('recipe.cook-time'), cookTime],
    ...others.map((name): [string, number | null] => [labels[name], details[name]]),
  ];
  const isRepeated = times.some(([, seconds]) => seconds === total);
  const all = isRepeated ? times : [...times, [totalLabel, total] as const];
  const isServings = servingType === 'serving' || servingType === 'servings';
  return (
    <dl class="times">
      {all.map(([label, seconds]) => (
        <Fact label={label} value={seconds ? timeOf(seconds, seconds === total) : null} />
      ))}
      <div>
        <dt>{isServings ? t('recipe.serves') : t('recipe.makes')}</dt>
        <dd class="p-yield">{isServings ? serving : servingsText(serving, servingType)}</dd>
      </div>
    </dl>
  );
}

const timeOf = (seconds: number, isTotal: boolean) =>
  isTotal ? (
    <time class="dt-duration" datetime={toDuration(seconds)}>
      {durationText(seconds)}
    </time>
  ) : (
    durationText(seconds)
  );

/** Example: Dinner, Dessert. Each may run in another direction than the page. */
const Names = ({ names, kind }: { names: string[]; kind?: string }) => (
  <>
    {names.map((name, at) => (
      <>
        {at > 0 && ', '}
        <bdi class={kind}>{name}</bdi>
      </>
    ))}
  </>
);

/** In the reader's language, each once. */
const categoriesOf = (names: string[], locale: string): string[] => [
  ...new Set(names.map((name) => categoryFor(reader().language, name, locale))),
];

/** Empty if the author stated none of them. */
export function RecipeKinds({ recipe: { details, locale } }: { recipe: Recipe }) {
  const texts = convertDetails(details, {
    texts: (names, name) => {
      if (names.length === 0) return '';
      return name === 'category' ? (
        <Names names={categoriesOf(names, locale)} kind="p-category" />
      ) : (
        <Names names={names} />
      );
    },
    diets: (diets) => diets.map(dietText).join(', '),
    difficulty: (level) => level && t(`write.difficulty-${level}`),
  });
  const kinds = detailNamesOf('texts', 'diets', 'difficulty').map(
    (name) => [t(`recipe.${name}`), texts[name]] as const,
  );
  if (kinds.every(([, value]) => !value)) return null;
  return (
    <section aria-labelledby="kinds-title">
      <h2 id="kinds-title">{t('recipe.about')}</h2>
      <dl class="kinds">
        {kinds.map(([label, value]) => (
          <Fact label={label} value={value} />
        ))}
      </dl>
    </section>
  );
}

/** Links to sources are nofollow, because users can enter any URL. */
const externalLink = (url: string | null, text?: string) => {
  const href = webUrl(url);
  if (!href) return text ?? '';
  return (
    <a href={href} rel="nofollow noopener noreferrer">
      {text ?? new URL(href).host}
    </a>
  );
};

const statedRatingText = ({ value, count }: StatedRating): string =>
  t('recipe.stated-rating', { mean: decimalText(value), count });

export function SourceLinks({
  recipe: {
    sourceUrl,
    forkedFromIri,
    forksCount,
    details: { credit, statedRating, videoUrl },
  },
  original,
  path,
}: {
  recipe: Recipe;
  original: { name: string; path: string } | null;
  path: string;
}) {
  return (
    <>
      {credit ? (
        <CreditLine credit={credit} sourceUrl={sourceUrl} />
      ) : sourceUrl ? (
        <p class="hint">{richText('recipe.source', { link: externalLink(sourceUrl) })}</p>
      ) : (
        ''
      )}
      {statedRating ? <p class="hint">{statedRatingText(statedRating)}</p> : null}
      {videoUrl ? <p class="hint">{richText('recipe.video', { link: externalLink(videoUrl) })}</p> : null}
      {original ? (
        <p class="hint">
          {factLine([
            richText('recipe.version-of', { recipe: <a href={original.path}>{original.name}</a> }),
            <a href={`${path}/difference`} rel="nofollow">
              {t('recipe.compare')}
            </a>,
          ])}
        </p>
      ) : forkedFromIri ? (
        <p class="hint">{richText('recipe.version-at', { site: externalLink(forkedFromIri) })}</p>
      ) : (
        ''
      )}
      {forksCount > 0 && (
        <p class="hint">
          <a class="standalone" href={`${path}/forks`}>
            {t('recipe.versions', { count: forksCount })}
          </a>
        </p>
      )}
    </>
  );
}

function CreditLine({
  credit: { name, url, site },
  sourceUrl,
}: {
  credit: NonNullable<Recipe['details']['credit']>;
  sourceUrl: string | null;
}) {
  const host = site ?? (webUrl(sourceUrl) ? new URL(sourceUrl!).host : null);
  const at = host ? externalLink(sourceUrl, host) : '';
  const by = name ? externalLink(url, name) : '';
  const text =
    by && at
      ? richText('recipe.credit', { cook: by, site: at })
      : by
        ? richText('recipe.credit-cook', { cook: by })
        : at
          ? richText('recipe.credit-site', { site: at })
          : t('recipe.recipe');
  return <p class="hint">{text}</p>;
}

// Renders the head of a recipe: title, author, description, facts and actions

/** Empty if nobody cooked it. */
export function cookedText(cookedCount: number): string {
  if (cookedCount === 0) return '';
  return t('recipe.cooked-count', { count: cookedCount });
}

interface HeaderOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  original: { name: string; path: string } | null;
  reviews: Review[];
  hasCookedPhotos: boolean;
  context: ActionContext | null;
  follows: Follows | null;
}

export function RecipeHeader({ recipe, ...options }: { recipe: Recipe } & HeaderOptions) {
  const { path, query, original, reviews, hasCookedPhotos, context, follows } = options;
  const { name, account, contentHtml, locale, cookedCount, tags } = recipe;
  const langAttribute = lang(locale);
  const cooked = cookedText(cookedCount);
  const marks = [
    recipe.ratingCount > 0 && <RatingLine ratings={recipe} reviews={reviews} />,
    cooked && (hasCookedPhotos ? <a href="#cooked">{cooked}</a> : <span>{cooked}</span>),
  ].filter(Boolean);
  return (
    <header class="recipe-head">
      <h1 class="p-name" {...langAttribute}>
        {name}
      </h1>
      <div class="recipe-author">
        <Byline person={account} line={dateLine(recipe, path, context)} linkClass="p-author h-card" />
        <FollowButton person={account} follows={follows} />
      </div>
      {marks.length > 0 && <p class="recipe-marks">{marks}</p>}
      <div class="prose recipe-about p-summary" {...langAttribute}>
        {raw(contentHtml)}
      </div>
      <RecipeFacts recipe={recipe} />
      <RecipeActions recipe={recipe} path={path} query={query} context={context} />
      <TagChips tags={tags} />
      <SourceLinks recipe={recipe} original={original} path={path} />
    </header>
  );
}

function dateLine(recipe: Recipe, path: string, context: ActionContext | null) {
  const { account, publishedAt, editedAt, revisionsCount } = recipe;
  // The count leaves out what only the author may see.
  const hasHistory = revisionsCount > 0 || (editedAt !== null && context?.me === account.id);
  const published = (
    <a class="when u-url" href={path}>
      <time class="dt-published" datetime={publishedAt.toISOString()}>
        {dayText(publishedAt)}
      </time>
    </a>
  );
  const onScreen = (fact: Html) => <span class="no-print">{fact}</span>;
  return factLine([
    <bdi>{addressOf(account)}</bdi>,
    published,
    ...itemMarks(hasHistory ? { ...recipe, editedAt: null } : recipe),
    hasHistory && editedAt && onScreen(richText('recipe.edited', { date: <Day date={editedAt} /> })),
    hasHistory &&
      onScreen(
        <a href={`${path}/history`} rel="nofollow">
          {t('recipe.see-what-changed')}
        </a>,
      ),
  ]);
}
