/** The history of a recipe: its edits, and what each of them changed. */
import { Hono } from 'hono';
import type { Recipe } from '../../domain/items/eventable.ts';
import { getRevision, listRevisions, type RevisionSummary } from '../../domain/recipes/related.ts';
import { readId } from '../../http/pagination.ts';
import { momentText } from '../../lib/language/formats.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import type { RecipePart } from '../../recipe-import/recipe-state.ts';
import { addressOf } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { Empty, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { lang } from '../components/item-lists.tsx';
import { canonicalUrl } from '../components/item-page.tsx';
import { type Html, headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { Day, listText, Moment, richText, visuallyHidden } from '../components/texts.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { DifferenceLegend, DifferenceView } from './recipe-difference.tsx';

export const recipeHistory = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/history', pageHandler(list))
  .get('/:name{@[^/]+}/recipes/:slug/history/:revision', pageHandler(show));

const perPage = 30;

function changesText(changes: RecipePart[]): string {
  const text = listText(changes.map((part) => t(`history.part-${part}`)));
  return text.charAt(0).toLocaleUpperCase(reader().language) + text.slice(1);
}

async function list(visitor: Visitor) {
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

async function show(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const id = readId(visitor.c.req.param('revision')!) ?? 0;
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
