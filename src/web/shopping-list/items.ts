/** Renders the items of a shopping list by aisle. Each is a button that ticks it, so it works without script. */

import { html } from 'hono/html';
import { amountsText, type ShoppingItem } from '../../domain/shopping/shopping.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { t } from '../../lib/language/text.ts';
import type { Aisle } from '../../recipe-import/foods/foods.ts';
import { empty } from '../components/elements.ts';
import { hidden } from '../components/field.ts';

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
  formToken: string;
  mayRemove: boolean;
}

export function shoppingItems(items: ShoppingItem[], { action, formToken, mayRemove }: ItemsForm) {
  if (items.length === 0) return empty(t('shopping.empty'));
  const byAisle = [...Map.groupBy(items, ({ aisle }) => aisle)];
  return html`<form method="post" action="${action}" class="shopping">${hidden({ form_token: formToken })}${byAisle.map(
    ([aisle, list]) =>
      html`<h2>${t(aisleNames[aisle])}</h2><ul>${list.map((item) => html`<li id="item-${item.id}">${tick(item)}${mayRemove ? remove(item) : ''}</li>`)}</ul>`,
  )}</form>`;
}

function tick(item: ShoppingItem) {
  const { id, checked, name, optional } = item;
  const amount = amountsText(item);
  return html`<button class="tick" role="checkbox" aria-checked="${checked ? 'true' : 'false'}" name="${checked ? 'untick' : 'tick'}" value="${id}"><span>${amount && html`<strong class="amount">${amount}</strong> `}${name}${optional ? html` <span class="hint">${t('recipe.optional')}</span>` : ''}</span></button>`;
}

const remove = ({ id, name }: ShoppingItem) =>
  html`<button class="small quiet remove" name="remove" value="${id}"><span aria-hidden="true">×</span><span class="visually-hidden">${t('shopping.remove-item', { name })}</span></button>`;
