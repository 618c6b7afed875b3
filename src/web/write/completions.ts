/** The units and foods that the fields of an ingredient suggest. */
import { html } from 'hono/html';
import { AISLES } from '../../recipe-import/foods/foods.ts';

const units =
  'g kg ml l tsp tbsp cup oz lb floz pint quart pinch clove slice can piece stick bunch handful sprig packet jar leaf';

const options = (words: Iterable<string>) =>
  [...words].map((word) => html`<option value="${word}"></option>`);
const foods = [...AISLES.keys()].toSorted();

/** Fields refer to them as `list="units"` and `list="foods"`. */
export const completionLists = () =>
  html`<datalist id="units">${options(units.split(' '))}</datalist><datalist id="foods">${options(foods)}</datalist>`;
