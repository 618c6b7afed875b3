/** The page of a shared shopping list, for anyone who has its link. */
import { type Context, Hono } from 'hono';
import { servingsText } from '../domain/recipes/text.ts';
import { checkSharedItem, getSharedList, type ShoppingRecipe } from '../domain/shopping/shopping.ts';
import { takesBody } from '../http/body.ts';
import { formToken, readForm } from '../http/browser-session.ts';
import { maxSmallFormBytes } from '../http/form.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import { pathOf } from './components/actions.tsx';
import { page, pageHeaders } from './components/layout.tsx';
import { pageHandler, type Visitor } from './components/page-handler.tsx';
import { richText } from './components/texts.tsx';
import { formErrorPage } from './message-page.tsx';
import { limitByAddress } from './rate-limit.ts';
import { readTick, ShoppingItems } from './shopping-list.tsx';

/** Each tick takes two requests. */
const sharedListLimit: RateLimit = { name: 'shared-list', quota: 300, windowSeconds: 300 };
const path = '/shopping-list/shared/:token';
const pathTo = (token: string) => `/shopping-list/shared/${token}`;
const tokenOf = (c: Context) => c.req.param('token')!;
const unindexed = { ...pageHeaders, 'x-robots-tag': 'noindex' };

export const sharedList = new Hono()
  .get(path, limitByAddress(sharedListLimit), pageHandler(show))
  .post(
    path,
    limitByAddress(sharedListLimit),
    takesBody({ from: 'anyone', maxBytes: maxSmallFormBytes }, pageHandler(tick)),
  );

async function show({ c, session }: Visitor): Promise<Response> {
  const { owner, items, recipes } = await getSharedList(tokenOf(c));
  const action = pathTo(tokenOf(c));
  const body = (
    <>
      <h1>{t('shopping.title')}</h1>
      <p class="hint">{richText('shopping.shared-by', { name: <bdi>{owner}</bdi> })}</p>
      <ShoppingItems items={items} action={action} formToken={formToken(c, session)} mayRemove={false} />
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
  const layout = { session, width: 'text' as const, head: <meta name="robots" content="noindex" /> };
  return c.html(await page(t('shopping.title'), body, layout), 200, unindexed);
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
  const { id, checked } = readTick(fields);
  await checkSharedItem(tokenOf(c), id, checked);
  return c.redirect(`${config.baseUrl}${pathTo(tokenOf(c))}#item-${id}`, 303);
}
