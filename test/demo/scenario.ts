/** The scenario of the demonstration: Ann cooks on one server, and Bo follows her from another. */
import type { ApiClient } from '../support/api-client.ts';
import type { Instance } from '../support/instance.ts';
import { eventually, hold } from './eventually.ts';
import type { DemoRecipes } from './recipes.ts';

/** Runs one step. A returned text is shown beside its name. */
export type Step = (name: string, run: () => Promise<unknown>) => Promise<void>;

interface Item {
  id: number;
  uri: string;
  name: string;
}
interface Event {
  action: string;
  object: Item;
  account: { username: string };
}
interface Recipe extends Item {
  description: string;
  ingredients: Record<string, unknown>[];
  steps: Record<string, unknown>[];
}

/** In milliseconds. */
export interface Timeouts {
  /** For everything between servers that know each other. */
  deliveryTimeoutMs: number;
  /** For first fetches from another server. */
  firstFetchTimeoutMs: number;
}

/** Returns both accounts, with Bo following Ann. */
export async function tellStory(
  alpha: Instance,
  beta: Instance,
  { file, next }: DemoRecipes,
  { deliveryTimeoutMs, firstFetchTimeoutMs }: Timeouts,
  step: Step,
): Promise<{ ann: ApiClient; bo: ApiClient }> {
  let ann!: ApiClient;
  let bo!: ApiClient;
  let annOnBeta = 0;
  let older!: Recipe;
  let recipe!: Recipe;
  const home = async (): Promise<Event[]> => (await bo.get('/timeline?limit=50')).body;
  const hasEvent = (events: Event[], uri: string, action: string) =>
    events.some((event) => event.object.uri === uri && event.action === action);

  await step('ann joins alpha, bo joins beta', async () => {
    [ann, bo] = await Promise.all([alpha.join('ann'), beta.join('bo')]);
  });

  await step('ann imports a real recipe', async () => {
    await alpha.cli('recipe', 'import', file, '--account', 'ann', '--no-pictures');
    [older] = (await ann.get('/recipes')).body;
    hold('one recipe with ingredients and steps', older.ingredients.length > 1 && older.steps.length > 0, older);
    return `“${older.name}”, ${older.ingredients.length} ingredients, ${older.steps.length} steps`;
  });

  await step('bo finds ann by her address', async () => {
    const address = `ann@${alpha.host}`;
    const look = async () => (await bo.get(`/accounts/${encodeURIComponent(address)}`)).body;
    const ms = await eventually(`${address} loaded`, look, ({ state }) => state === 'loaded', firstFetchTimeoutMs);
    annOnBeta = (await look()).id;
    return `${address}, in ${ms.toFixed(0)} ms`;
  });

  await step('bo follows ann, and ann’s server accepts', async () => {
    const asked = await bo.post(`/accounts/${annOnBeta}/follow`);
    hold('201', asked.status === 201, asked);
    const ms = await eventually(
      'a relationship with following: true',
      async () => (await bo.get(`/accounts/relationships?id=${annOnBeta}`)).body,
      ([relationship]) => relationship?.following === true,
      firstFetchTimeoutMs,
    );
    return `in ${ms.toFixed(0)} ms`;
  });

  await step('bo sees the recipe that she published before, on her profile and on his home page', async () => {
    const timeline = async () => (await bo.get(`/accounts/${annOnBeta}/timeline`)).body;
    await eventually(older.uri, timeline, (events) => hasEvent(events, older.uri, 'create'), firstFetchTimeoutMs);
    await eventually(older.uri, home, (events) => hasEvent(events, older.uri, 'create'), firstFetchTimeoutMs);
  });

  await step('ann publishes another recipe, and bo reads it on his home page', async () => {
    const made = await ann.post('/recipes', { recipe: next });
    hold('201', made.status === 201, made);
    recipe = made.body;
    const ms = await eventually(
      recipe.uri,
      home,
      (events) => hasEvent(events, recipe.uri, 'create'),
      deliveryTimeoutMs,
    );
    return `“${recipe.name}”, in ${ms.toFixed(0)} ms`;
  });

  const onBeta = async (): Promise<Recipe> => {
    const event = (await home()).find(({ object }) => object.uri === recipe.uri);
    return (await bo.get(`/recipes/${event?.object.id}`)).body;
  };

  await step('with every ingredient and every step, in order', async () => {
    const copy = await onBeta();
    hold('the same ingredients', same(recipe.ingredients, copy.ingredients, ingredientFields), copy.ingredients);
    hold('the same steps', same(recipe.steps, copy.steps, stepFields), copy.steps);
    return `${copy.ingredients.length} ingredients, ${copy.steps.length} steps`;
  });

  await step('an edit arrives', async () => {
    const changed = await ann.patch(`/recipes/${recipe.id}`, {
      recipe: { name: `${recipe.name}, improved` },
    });
    hold('204', changed.status === 204, changed);
    const improved = `${recipe.name}, improved`;
    const ms = await eventually(improved, onBeta, ({ name }) => name === improved, deliveryTimeoutMs);
    return `in ${ms.toFixed(0)} ms`;
  });

  await step('a boost appears', async () => {
    await ann.post(`/recipes/${older.id}/boost`);
    const ms = await eventually(older.uri, home, (events) => hasEvent(events, older.uri, 'boost'), deliveryTimeoutMs);
    return `in ${ms.toFixed(0)} ms`;
  });

  await step('and is undone', async () => {
    await ann.delete(`/recipes/${older.id}/boost`);
    const gone = (events: Event[]) => !hasEvent(events, older.uri, 'boost');
    const ms = await eventually('no boost in bo’s home', home, gone, deliveryTimeoutMs);
    return `in ${ms.toFixed(0)} ms`;
  });

  await step('a delete removes it from beta', async () => {
    const { id } = await onBeta();
    await ann.delete(`/recipes/${recipe.id}`);
    const gone = (events: Event[]) => !events.some(({ object }) => object.uri === recipe.uri);
    const ms = await eventually('a home without it', home, gone, deliveryTimeoutMs);
    const { status } = await bo.get(`/recipes/${id}`);
    hold('404 for the copy', status === 404, status);
    return `in ${ms.toFixed(0)} ms`;
  });

  await step('a visitor who opens its address reads that it was deleted', async () => {
    const response = await alpha.api().get(recipe.uri, { accept: 'application/activity+json' });
    hold('410', response.status === 410, response);
    hold('a Tombstone', response.body.type === 'Tombstone' && response.body.id === recipe.uri, response.body);
  });
  return { ann, bo };
}

const ingredientFields = ['name', 'quantity', 'quantity_max', 'unit', 'note', 'group', 'optional', 'original_text'];
const stepFields = ['name', 'content', 'content_html', 'duration'];

function same(ours: Record<string, unknown>[], theirs: Record<string, unknown>[], fields: string[]): boolean {
  const shown = (list: Record<string, unknown>[]) =>
    JSON.stringify(list.map((entry) => fields.map((field) => entry[field])));
  return shown(ours) === shown(theirs);
}
