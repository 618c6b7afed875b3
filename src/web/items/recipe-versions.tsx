/** The pages of the history and of the versions (forks) of a recipe, and what differs between two of them. */
import { Hono } from 'hono';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { WordChange } from '../../domain/recipes/difference.ts';
import {
  type Difference,
  type IngredientChange,
  isEmptyDifference,
  type StepChange,
} from '../../domain/recipes/difference.ts';
import {
  compareVisibleRecipes,
  type Fork,
  getForkTree,
  getRevision,
  listRevisions,
  type RevisionSummary,
} from '../../domain/recipes/related.ts';
import { idInPath, readId } from '../../http/pagination.ts';
import { durationText } from '../../lib/duration.ts';
import { notFound } from '../../lib/errors.ts';
import { momentText } from '../../lib/language/formats.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import type { RecipePart } from '../../recipe-import/draft.ts';
import { addressOf } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { Empty, factLine, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { lang } from '../components/item-lists.tsx';
import { canonicalUrl } from '../components/item-page.tsx';
import { type Html, headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { capitalised, Day, Moment, richText, visuallyHidden } from '../components/texts.tsx';
import { getRecipeFromPath } from './item-from-path.ts';

export const recipeVersions = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/history', pageHandler(listEdits))
  .get('/:name{@[^/]+}/recipes/:slug/history/:revision', pageHandler(showEdit))
  .get('/:name{@[^/]+}/recipes/:slug/forks', pageHandler(showTree))
  .get('/:name{@[^/]+}/recipes/:slug/difference', pageHandler(compare));

// The history: the edits of a recipe, and what each of them changed

const perPage = 30;

function changesText(changes: RecipePart[]): string {
  return capitalised(listText(changes.map((part) => t(`history.part-${part}`))));
}

async function listEdits(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const path = pathOf(recipe);
  const page = requestedPage(visitor.c, perPage);
  const found = await listRevisions(recipe.id, visitor.viewer, page);
  const { items, newer, older } = withNeighbours(found, page, `${path}/history`);
  const row = ({ id, editedAt, changes }: RevisionSummary) => (
    <li>
      <div>
        <span class="hint">
          <Moment date={editedAt} />
        </span>
        <br />
        {changesText(changes)}
      </div>
      <a href={`${path}/history/${id}`} rel="nofollow">
        {richText('history.see', { date: momentText(editedAt), hidden: visuallyHidden })}
      </a>
    </li>
  );
  const body = (
    <>
      <BackLink recipe={recipe} />
      <h1>{t('history.title')}</h1>
      <p class="hint">
        {richText('history.about', {
          name: <NameElement recipe={recipe} />,
          cook: addressOf(recipe.account),
          date: <Day date={recipe.publishedAt} />,
        })}
      </p>
      {items.length > 0 ? <ol class="rows">{items.map(row)}</ol> : <Empty>{t('history.empty')}</Empty>}
      <Pager newer={newer} older={older} />
    </>
  );
  return contentOf(recipe, t('history.page-title', { name: recipe.name }), body);
}

async function showEdit(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const id = idInPath(visitor.c, 'revision');
  const { editedAt, nextId, difference } = await getRevision(recipe.id, id, visitor.viewer);
  const path = pathOf(recipe);
  const next = nextId === null ? path : `${path}/history/${nextId}`;
  const body = (
    <>
      <BackLink recipe={recipe} />
      <h1>{t('history.changed')}</h1>
      <p class="hint">
        {richText('history.about-edit', {
          name: <NameElement recipe={recipe} />,
          cook: addressOf(recipe.account),
          date: <Moment date={editedAt} />,
        })}{' '}
        <DifferenceLegend />
      </p>
      <DifferenceView difference={difference} locale={recipe.locale} />
      <nav class="pager" aria-label={t('history.versions')}>
        <a class="button quiet" href={`${path}/history`}>
          {t('history.all')}
        </a>
        <a class="button quiet" href={next} rel={nextId === null ? undefined : 'nofollow'}>
          {nextId === null ? t('history.now') : t('history.next')}
        </a>
      </nav>
    </>
  );
  return contentOf(recipe, t('history.edit-page-title', { name: recipe.name }), body);
}

// The versions (forks) as a tree, and the comparison of a fork with its original

async function showTree(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const { ancestors, recipe, descendants } = await getForkTree(found.id, visitor.viewer);
  const isAlone = ancestors.length === 0 && descendants.length === 0;
  const member = visitor.session !== null;
  const body = (
    <>
      <BackLink recipe={found} />
      <h1>{t('forks.title')}</h1>
      <p class="hint">{richText('forks.about', { name: <NameElement recipe={found} /> })}</p>
      {isAlone ? (
        <Empty>{t('forks.empty')}</Empty>
      ) : (
        <TreeList recipes={[...ancestors, recipe, ...descendants]} currentId={recipe.id} />
      )}
      {member ? (
        <p>
          <a class="button" href={`/write/recipe?from=${found.id}`}>
            {t('forks.make')}
          </a>
        </p>
      ) : null}
    </>
  );
  return contentOf(found, t('forks.page-title', { name: found.name }), body);
}

/** The first recipe is the root. */
function TreeList({ recipes, currentId }: { recipes: Fork[]; currentId: number }) {
  const forksOf = Map.groupBy(recipes.slice(1), ({ forkedFromId }) => forkedFromId);
  const node = (recipe: Fork): Html => {
    const forks = forksOf.get(recipe.id) ?? [];
    const isCurrent = recipe.id === currentId;
    return (
      <li>
        <a href={pathOf(recipe)} aria-current={isCurrent ? 'true' : undefined} {...lang(recipe.locale)}>
          {recipe.name}
        </a>{' '}
        <span class="hint">
          {factLine([
            <bdi>{addressOf(recipe.account)}</bdi>,
            <Day date={recipe.publishedAt} />,
            recipe.forkedFromId !== null && (
              <a href={`${pathOf(recipe)}/difference?from=${recipe.forkedFromId}`} rel="nofollow">
                {richText('forks.compare', { name: recipe.name, hidden: visuallyHidden })}
              </a>
            ),
          ])}
        </span>
        {forks.length > 0 && <ul>{forks.map(node)}</ul>}
      </li>
    );
  };
  return <ul class="fork-tree">{node(recipes[0]!)}</ul>;
}

const RecipeLink = ({ recipe }: { recipe: Pick<Recipe, 'name' | 'locale'> & Parameters<typeof pathOf>[0] }) => (
  <a href={pathOf(recipe)} {...lang(recipe.locale)}>
    {recipe.name}
  </a>
);

/** Compares with the original, unless `from` names another recipe. */
async function compare(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const given = visitor.c.req.query('from');
  const fromId = given === undefined ? found.forkedFromId : readId(given);
  if (fromId === null) throw notFound();
  const { from, difference } = await compareVisibleRecipes(found.id, fromId, visitor.viewer);
  const body = (
    <>
      <BackLink recipe={found} />
      <h1>{t('difference.title')}</h1>
      <p class="hint">
        {richText('difference.about', {
          recipe: <RecipeLink recipe={found} />,
          cook: addressOf(found.account),
          other: <RecipeLink recipe={from} />,
          otherCook: addressOf(from.account),
        })}{' '}
        <DifferenceLegend />
      </p>
      <DifferenceView difference={difference} locale={found.locale} />
    </>
  );
  return contentOf(found, t('difference.page-title', { name: found.name, other: from.name }), body);
}

// Parts of both

const NameElement = ({ recipe }: { recipe: Recipe }) => <bdi {...lang(recipe.locale)}>{recipe.name}</bdi>;

const BackLink = ({ recipe }: { recipe: Recipe }) => (
  <p>
    <a href={pathOf(recipe)}>{t('history.back')}</a>
  </p>
);

const contentOf = (recipe: Recipe, title: string, body: Html) => ({
  title,
  body,
  layout: {
    width: 'text' as const,
    head: headTags({ title, canonical: canonicalUrl(recipe, pathOf(recipe)), index: false }),
  },
});

// Renders what differs between two states of a recipe. Colour is never the only mark

type Change = 'same' | 'added' | 'removed' | 'changed' | 'moved';

const elements: Record<WordChange['change'], (text: string) => Html> = {
  same: (text) => <>{text}</>,
  added: (text) => <ins>{text}</ins>,
  removed: (text) => <del>{text}</del>,
};

const wordsOf = (words: WordChange[]) => words.map(({ change, text }) => elements[change](text));
const isChanged = (words: WordChange[]) => words.some(({ change }) => change !== 'same');

const ChangeLabel = ({
  change,
  text = change === 'same' ? '' : t(`difference.${change}`),
}: {
  change: Change;
  text?: string;
}) =>
  change === 'same' ? null : (
    <>
      <span class={`change ${change}`}>{text}</span>{' '}
    </>
  );

/** Says how changed words are marked. */
const DifferenceLegend = () =>
  richText('difference.legend', {
    new: (text) => <ins>{text}</ins>,
    old: (text) => <del>{text}</del>,
  });

/** `locale` is the language of the texts. */
function DifferenceView({ difference, locale }: { difference: Difference; locale: string }) {
  if (isEmptyDifference(difference)) return <Empty>{t('difference.nothing')}</Empty>;
  const { name, description, ingredients, steps, details } = difference;
  const language = lang(locale);
  return (
    <div class="difference">
      {isChanged(name) && (
        <section>
          <h2>{t('difference.name')}</h2>
          <p {...language}>{wordsOf(name)}</p>
        </section>
      )}
      {isChanged(description) && (
        <section>
          <h2>{t('difference.description')}</h2>
          <p class="text" {...language}>
            {wordsOf(description)}
          </p>
        </section>
      )}
      {details.length > 0 && <DetailTable difference={difference} />}
      {ingredients.length > 0 && (
        <section>
          <h2>{t('difference.ingredients')}</h2>
          <div {...language}>{ingredientLists(ingredients)}</div>
        </section>
      )}
      {steps.length > 0 && (
        <section>
          <h2>{t('difference.method')}</h2>
          <ol class="changed-steps" {...language}>
            {steps.map((step) => (
              <StepItem step={step} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

const DetailTable = ({ difference: { details } }: { difference: Difference }) => (
  <section>
    <h2>{t('difference.details')}</h2>
    <dl class="kinds">
      {details.map(({ field, before, after }) => (
        <div>
          <dt>{t(`difference.${field}`)}</dt>
          <dd>
            {before ? (
              <>
                <del>{before}</del>{' '}
              </>
            ) : null}
            {after ? <ins>{after}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

function ingredientLists(ingredients: IngredientChange[]) {
  const groups: IngredientChange[][] = [];
  for (const each of ingredients) {
    const current = groups.at(-1);
    if (current?.[0]?.group === each.group) current?.push(each);
    else groups.push([each]);
  }
  return groups.map((group) => (
    <>
      {group[0]!.group ? <h3>{group[0]!.group}</h3> : null}
      <ul class="ingredients">
        {group.map(({ change, words }) => (
          <li class={change}>
            <ChangeLabel change={change} />
            {wordsOf(words)}
          </li>
        ))}
      </ul>
    </>
  ));
}

function StepItem({
  step: {
    change,
    before,
    after,
    name,
    content,
    duration: [from, to],
  },
}: {
  step: StepChange;
}) {
  const wasElsewhere = change === 'moved' ? t('difference.moved-from', { step: before! + 1 }) : undefined;
  const place = (
    <>
      <span class="hint">
        {after === null ? t('difference.was-step', { step: before! + 1 }) : t('difference.step', { step: after + 1 })}
      </span>{' '}
      <ChangeLabel change={change} text={wasElsewhere} />
    </>
  );
  return (
    <li class={change}>
      <p>{place}</p>
      {name.length > 0 && <h3>{wordsOf(name)}</h3>}
      <p class="text">{wordsOf(content)}</p>
      <Time change={change} before={from} after={to} />
    </li>
  );
}

function Time({
  change,
  before,
  after,
}: {
  change: StepChange['change'];
  before: number | null;
  after: number | null;
}) {
  const [from, to] = [before, after].map((seconds) => (seconds === null ? null : durationText(seconds)));
  if (!from && !to) return null;
  if (from === to || change === 'added' || change === 'removed') return <p class="hint">{from ?? to}</p>;
  return (
    <p class="hint">
      {from ? (
        <>
          <del>{from}</del>{' '}
        </>
      ) : null}
      {to ? <ins>{to}</ins> : null}
    </p>
  );
}

/** As a sentence does: `ingredients, method and details`. */
function listText(names: string[]): string {
  const { language } = reader();
  // English lists are as most of the world writes them, without a comma before "and".
  return new Intl.ListFormat(language.startsWith('en') ? 'en-GB' : language).format(names);
}
