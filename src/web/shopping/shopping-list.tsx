/** The page of a member's shopping list. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Viewer } from '../../domain/accounts/account.ts';
import { servingsText } from '../../domain/recipes/text.ts';
import {
  addLine,
  addRecipes,
  checkItem,
  clearShoppingList,
  getShoppingList,
  removeCheckedItems,
  removeItem,
  removeRecipe,
  type ShoppingItem,
  type ShoppingRecipe,
  shareList,
  type Tick,
  unshareList,
} from '../../domain/shopping/shopping.ts';
import { amountsText } from '../../domain/shopping/sums.ts';
import { shoppingLine } from '../../http/input/collection.ts';
import { idInPath, readId, sharedListUrl } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { reader } from '../../lib/language/reader.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import type { Aisle } from '../../recipe-import/foods/foods.ts';
import { pathOf } from '../components/actions.tsx';
import { Empty, Note, OptionalHint } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import { pageHeaders } from '../components/layout.tsx';
import type { PageContent, Visitor } from '../components/page-handler.tsx';
import { richText, visuallyHidden } from '../components/texts.tsx';
import { inPlaceOr } from '../forms/answers.tsx';
import { askFirst, confirmPage } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { maxServing } from '../items/recipe-method.tsx';
import { readPans } from '../items/recipe-pans.tsx';

// Renders the items of a shopping list by aisle. Each is a button that ticks it, so it works without script

/** Messages of the names of aisles. */
const aisleNames = {
  produce: 'shopping.aisle-produce',
  bakery: 'shopping.aisle-bakery',
  meat: 'shopping.aisle-meat',
  fish: 'shopping.aisle-fish',
  dairy: 'shopping.aisle-dairy',
  'dry goods': 'shopping.aisle-dry-goods',
  spices: 'shopping.aisle-spices',
  drinks: 'shopping.aisle-drinks',
  frozen: 'shopping.aisle-frozen',
  other: 'shopping.aisle-other',
} as const satisfies Record<Aisle, MessageKey>;

interface ItemsForm {
  /** Path that receives `tick`, `untick` and `remove` with the id of an item. */
  action: string;
  visitor: Pick<Visitor, 'c' | 'session'>;
  mayRemove: boolean;
}

/**
 * The items, and where the script of the page reads them again: what others tick appears without a reload.
 * `refreshPath` is the path of `shoppingItemsAnswer`.
 */
export function LiveShoppingItems({
  refreshPath,
  ...shown
}: { items: ShoppingItem[]; refreshPath: string } & ItemsForm) {
  return (
    <div data-refresh={refreshPath} data-version={versionOf(shown.items)}>
      <ShoppingItems {...shown} />
    </div>
  );
}

/** The same items have the same version, also with another form token. */
const versionOf = (items: ShoppingItem[]) =>
  `W/"${hash('sha1', JSON.stringify([items, reader().language]), 'base64url')}"`;

/** Answers the script of the page with the items alone. */
export async function shoppingItemsAnswer(c: Context, shown: { items: ShoppingItem[] } & ItemsForm): Promise<Response> {
  const version = versionOf(shown.items);
  const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', ETag: version };
  if (c.req.header('if-none-match') === version) return new Response(null, { status: 304, headers });
  return c.body(String(await (<ShoppingItems {...shown} />)), 200, { ...pageHeaders, ...headers });
}

function ShoppingItems({ items, action, visitor, mayRemove }: { items: ShoppingItem[] } & ItemsForm) {
  if (items.length === 0) return <Empty>{t('shopping.empty')}</Empty>;
  const byAisle = [...Map.groupBy(items, ({ aisle }) => aisle)];
  return (
    <PostForm visitor={visitor} action={action} class="shopping" inPlace>
      {byAisle.map(([aisle, list]) => (
        <>
          <h2>{t(aisleNames[aisle])}</h2>
          <ul>
            {list.map((item) => (
              <li id={`item-${item.id}`}>
                <TickButton item={item} />
                {mayRemove && <RemoveButton item={item} />}
              </li>
            ))}
          </ul>
        </>
      ))}
    </PostForm>
  );
}

function TickButton({ item }: { item: ShoppingItem }) {
  const { id, checked, name, optional } = item;
  const amount = amountsText(item);
  return (
    <button
      class="tick"
      role="checkbox"
      aria-checked={checked ? 'true' : 'false'}
      name={checked ? 'untick' : 'tick'}
      value={id}
    >
      <span>
        {amount && (
          <>
            <strong class="amount">{amount}</strong>{' '}
          </>
        )}
        <bdi>{name}</bdi>
        {optional ? <OptionalHint /> : null}
      </span>
    </button>
  );
}

const RemoveButton = ({ item: { id, name } }: { item: ShoppingItem }) => (
  <button class="small quiet remove" name="remove" value={id}>
    <span aria-hidden="true">×</span>
    <span class="visually-hidden">{t('shopping.remove-item', { name })}</span>
  </button>
);

// Reads which item of a shopping list was ticked or unticked

/** A device sends what it kept for no longer than this. */
const maxAgeSeconds = 30 * 86_400;

/** The id is 0 if none was, which no item has. */
export function readTick(fields: URLSearchParams): Tick {
  const ticked = readId(fields.get('tick') ?? '');
  const id = ticked ?? readId(fields.get('untick') ?? '') ?? 0;
  return { id, checked: ticked !== null, ageSeconds: readAge(fields) };
}

/** In seconds: how long a device without a connection has kept the change. */
function readAge(fields: URLSearchParams): number {
  const age = Number(/^\d{1,10}(?:\.\d{1,3})?$/.exec(fields.get('age') ?? '')?.[0] ?? 0);
  return Math.min(age, maxAgeSeconds);
}

// The page of a member's shopping list

const path = '/shopping-list';

/** Calls the operation, then shows the list again. */
const action = (operation: (form: SubmittedForm) => Promise<unknown>) =>
  memberForm(async (form) => {
    await operation(form);
    return path;
  });

export const shoppingListPage = new Hono()
  .get(path, memberPage(show))
  .get(`${path}/items`, memberPage(showItems))
  .post('/items/:id/shop', action(addRecipe))
  .post(`${path}/lines`, memberForm(addOwnLine, { page: path }))
  .post(`${path}/items`, memberForm(changeItem))
  .post(
    `${path}/recipes/:id/remove`,
    action((form) => removeRecipe(form.me, idInPath(form.c))),
  )
  .post(
    `${path}/clear-ticked`,
    memberForm(async (form) => {
      const question = askFirst(form, { action: t('shopping.remove-ticked'), back: path });
      if (question) return question;
      await removeCheckedItems(form.me);
      return path;
    }),
  )
  .get(`${path}/clear`, memberPage(confirmClear))
  .post(
    `${path}/clear`,
    action(({ me }) => clearShoppingList(me)),
  )
  .post(
    `${path}/share`,
    action(({ me }) => shareList(me)),
  )
  .post(
    `${path}/unshare`,
    memberForm(async (form) => {
      const text = { action: t('shopping.stop-sharing'), consequence: t('ask.shared-list') };
      const question = askFirst(form, { ...text, back: path });
      if (question) return question;
      await unshareList(form.me);
      return path;
    }),
  );

async function showItems(visitor: MemberVisitor): Promise<Response> {
  const { items } = await getShoppingList(visitor.me);
  return shoppingItemsAnswer(visitor.c, { items, action: `${path}/items`, visitor, mayRemove: true });
}

async function show(visitor: MemberVisitor): Promise<PageContent> {
  const { c, me } = visitor;
  const { recipes, items, shareToken } = await getShoppingList(me);
  const button = (name: string, label: string, attributes = {}) => (
    <PostForm visitor={visitor} action={`${path}/${name}`} {...attributes}>
      <button class="small quiet">{label}</button>
    </PostForm>
  );
  const isEmpty = items.length === 0 && recipes.length === 0;
  const body = (
    <>
      <h1>{t('shopping.title')}</h1>
      {shareToken && (
        <div class="no-print">
          <Note>
            {richText('shopping.shared', { link: <a href={sharedListUrl(shareToken)}>{sharedListUrl(shareToken)}</a> })}
          </Note>
        </div>
      )}
      <PostForm visitor={visitor} action={`${path}/lines`} class="add-line no-print" inPlace>
        <Field
          name="text"
          label={t('shopping.add-label')}
          attributes={{
            required: true,
            maxlength: 200,
            placeholder: t('shopping.add-example'),
            autocomplete: 'off',
            // Without script, the next item can be typed at once too.
            autofocus: c.req.query('added') !== undefined,
          }}
        />
        <button>{t('shopping.add')}</button>
      </PostForm>
      <LiveShoppingItems
        items={items}
        refreshPath={`${path}/items`}
        action={`${path}/items`}
        visitor={visitor}
        mayRemove
      />
      {recipes.length > 0 && (
        <section class="no-print" aria-labelledby="recipes-title">
          <h2 id="recipes-title">{t('shopping.recipes')}</h2>
          <ul class="rows">
            {recipes.map((each) => (
              <li>
                <RecipeRow recipe={each} visitor={visitor} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="actions no-print">
        {button('clear-ticked', t('shopping.remove-ticked'), {
          'data-when-ticked': '',
          hidden: !items.some(({ checked }) => checked),
        })}
        {shareToken ? button('unshare', t('shopping.stop-sharing')) : button('share', t('shopping.share'))}
        {isEmpty ? null : (
          <a class="button small quiet" href={`${path}/clear`}>
            {t('shopping.remove-all')}
          </a>
        )}
      </div>
    </>
  );
  return { title: t('shopping.title'), body, layout: { width: 'text', path } };
}

function confirmClear(visitor: MemberVisitor) {
  return confirmPage(visitor, {
    title: t('shopping.remove-all'),
    question: t('shopping.remove-all-question'),
    consequence: t('shopping.remove-all-hint'),
    action: `${path}/clear`,
    label: t('shopping.remove-all'),
    back: path,
  });
}

/** A recipe that the member can no longer see keeps its name, without a link. */
function RecipeRow({
  recipe: { id, name, serving, servingType, page },
  visitor,
}: {
  recipe: ShoppingRecipe;
  visitor: MemberVisitor;
}) {
  const removeButton = (
    <PostForm visitor={visitor} action={`${path}/recipes/${id}/remove`}>
      <button class="small quiet">{richText('shopping.remove', { name, hidden: visuallyHidden })}</button>
    </PostForm>
  );
  if (!page)
    return (
      <>
        <span>
          {name}
          <br />
          <span class="hint">{t('shopping.unavailable', { servings: servingsText(serving, servingType) })}</span>
        </span>
        <div class="actions">{removeButton}</div>
      </>
    );
  return (
    <>
      <a href={pathOf({ ...page, id, type: 'recipe' })}>{name}</a>
      <div class="actions">
        <PostForm visitor={visitor} action={`/items/${id}/shop`}>
          <input
            class="serving"
            type="number"
            name="serving"
            min="1"
            max={maxServing}
            value={serving}
            inputmode="numeric"
            aria-label={t('shopping.servings-of', { recipe: name })}
          />
          <span>{servingsText(serving, servingType).replace(/\d+ ?/, '')}</span>
          <button class="small quiet">{t('shopping.update')}</button>
        </PostForm>
        {removeButton}
      </div>
    </>
  );
}

async function addRecipe(form: SubmittedForm) {
  const { fields, me } = form;
  const serving = Number(/^[1-9][0-9]{0,4}$/.exec(fields.get('serving') ?? '')?.[0] ?? Number.NaN);
  const viewer: Viewer & { accountId: number } = { accountId: me, host: null };
  const pans = readPans(Object.fromEntries(fields));
  await addRecipes(viewer, [{ id: idInPath(form.c), pans, ...(serving <= maxServing && { serving }) }]);
}

async function addOwnLine(form: SubmittedForm) {
  const text = form.fields.get('text') ?? '';
  const changeId = /^[\w-]{16,64}$/.exec(form.fields.get('change') ?? '')?.[0] ?? null;
  await addLine(form.me, parseOrThrow(shoppingLine, { text }).text, undefined, changeId);
  return inPlaceOr(form.c, `${path}?added`, () => ({ message: t('shopping.added', { line: text }), toggles: [] }));
}

async function changeItem({ c, fields, me }: SubmittedForm) {
  const removed = readId(fields.get('remove') ?? '');
  const tick = readTick(fields);
  if (removed) await removeItem(me, removed, tick.ageSeconds);
  else await checkItem(me, tick);
  // The script reads the items again once it has sent everything.
  return inPlaceOr(c, removed ? path : `${path}#item-${tick.id}`, () => ({ message: '', toggles: [] }));
}
