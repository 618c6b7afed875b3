/** The page of a shared shopping list, for anyone who has its link. */
import { type Context, Hono } from 'hono';
import { servingsText } from '../../domain/recipes/text.ts';
import { checkSharedItem, getSharedList, type ShoppingRecipe } from '../../domain/shopping/shopping.ts';
import { takesBody } from '../../http/body.ts';
import { readForm } from '../../http/browser-session.ts';
import { maxSmallFormBytes } from '../../http/form.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf } from '../components/actions.tsx';
import { InPlaceScript, page, pageHeaders } from '../components/layout.tsx';
import { accountHeader, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { formErrorPage, inPlaceOr, limitByAddress } from '../forms/answers.tsx';
import { LiveShoppingItems, readTick, shoppingItemsAnswer } from './shopping-list.tsx';

/** A household looks with several devices from one address, each of them every five seconds. */
const sharedListLimit: RateLimit = { name: 'shared-list', quota: 600, windowSeconds: 300 };
const path = '/shopping-list/shared/:token';
const pathTo = (token: string) => `/shopping-list/shared/${token}`;
const tokenOf = (c: Context) => c.req.param('token')!;
const unindexed = { ...pageHeaders, 'x-robots-tag': 'noindex' };

export const sharedList = new Hono()
  .get(path, limitByAddress(sharedListLimit), pageHandler(show))
  .get(`${path}/items`, limitByAddress(sharedListLimit), pageHandler(showItems))
  .post(
    path,
    limitByAddress(sharedListLimit),
    takesBody({ from: 'anyone', maxBytes: maxSmallFormBytes }, pageHandler(tick)),
  );

async function showItems(visitor: Visitor): Promise<Response> {
  const { c } = visitor;
  const { items } = await getSharedList(tokenOf(c));
  return shoppingItemsAnswer(c, { items, action: pathTo(tokenOf(c)), visitor, mayRemove: false });
}

async function show({ c, session }: Visitor): Promise<Response> {
  const { owner, items, recipes } = await getSharedList(tokenOf(c));
  const action = pathTo(tokenOf(c));
  const body = (
    <>
      <h1>{t('shopping.title')}</h1>
      <p class="hint">{richText('shopping.shared-by', { name: <bdi>{owner}</bdi> })}</p>
      <LiveShoppingItems
        items={items}
        refreshPath={`${action}/items`}
        action={action}
        visitor={{ c, session }}
        mayRemove={false}
      />
      {recipes.length > 0 && (
        <section class="no-print" aria-labelledby="recipes-title">
          <h2 id="recipes-title">{t('shopping.recipes')}</h2>
          <ul class="rows">
            {recipes.map((recipe) => (
              <RecipeLink recipe={recipe} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
  const head = (
    <>
      <meta name="robots" content="noindex" />
      {session ? null : <InPlaceScript />}
    </>
  );
  const layout = { session, width: 'text' as const, head };
  return c.html(await page(t('shopping.title'), body, layout), 200, { ...unindexed, ...accountHeader(session) });
}

const RecipeLink = ({ recipe: { id, name, serving, servingType, page: shown } }: { recipe: ShoppingRecipe }) => (
  <li>
    {shown ? <a href={pathOf({ ...shown, id, type: 'recipe' })}>{name}</a> : <span>{name}</span>}{' '}
    <span class="hint">{servingsText(serving, servingType)}</span>
  </li>
);

async function tick({ c, session }: Visitor): Promise<Response> {
  let fields: URLSearchParams;
  try {
    fields = await readForm(c, session);
  } catch (error) {
    return formErrorPage(c, error);
  }
  const change = readTick(fields);
  await checkSharedItem(tokenOf(c), change);
  const answer = await inPlaceOr(c, `${pathTo(tokenOf(c))}#item-${change.id}`, () => ({ message: '', toggles: [] }));
  return answer instanceof Response ? answer : c.redirect(`${config.baseUrl}${answer}`, 303);
}
