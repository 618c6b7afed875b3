/** The operations of members, as requests to the API. */
import type { Client } from './client.ts';
import type { Item, ItemType, Journal, Operation, Visibility } from './journal.ts';

const folders: Record<ItemType, string> = { recipe: 'recipes', status: 'statuses' };
export const pathOf = ({ type, id }: Item): string => `/${folders[type]}/${id}`;

/** The text that stands in the name of a recipe and in the content of a status. */
export const textOf = ({ marker }: Item, version: number): string => `${marker} v${version}`;

/** Returns the version that a text shows, or null if it shows none of the item. */
export function versionIn(text: string, { marker }: Item): number | null {
  const found = new RegExp(`${marker} v(\\d+)`).exec(text);
  return found ? Number(found[1]) : null;
}

const changesOf = (item: Item, version: number) =>
  item.type === 'recipe' ? { name: textOf(item, version) } : { content: textOf(item, version) };

interface Publication {
  type?: ItemType;
  visibility?: Visibility;
  /** A reply to this item. */
  parent?: Item | null;
  /** Makes the request invalid, so that it must be refused. */
  isInvalid?: boolean;
}

export function publish(
  journal: Journal,
  client: Client,
  { type = 'recipe', visibility = 'public', parent = null, isInvalid = false }: Publication = {},
): Promise<Operation> {
  const item = journal.newItem({ type, visibility, parent, author: client.name });
  const recipe = { serving: 2, ingredients: ['200 g flour', '1 egg'], steps: [{ content: 'Stir.' }] };
  const reply = parent && { in_reply_to_type: parent.type, in_reply_to_id: parent.id };
  const wrong = isInvalid && { locale: 'not a language' };
  const body = { ...changesOf(item, 0), ...(type === 'recipe' ? recipe : reply), visibility, ...wrong };
  return journal.run(
    client,
    { action: 'publish', item },
    { method: 'post', path: `/${folders[type]}`, body: { [type]: body } },
  );
}

export function edit(journal: Journal, client: Client, item: Item): Promise<Operation> {
  const version = item.versions;
  item.versions += 1;
  return journal.run(
    client,
    { action: 'edit', item, version },
    { method: 'patch', path: pathOf(item), body: { [item.type]: changesOf(item, version) } },
  );
}

export const remove = (journal: Journal, client: Client, item: Item): Promise<Operation> =>
  journal.run(client, { action: 'delete', item }, { method: 'delete', path: pathOf(item) });

export const react = (
  journal: Journal,
  client: Client,
  action: 'like' | 'unlike' | 'boost' | 'unboost',
  item: Item,
): Promise<Operation> =>
  journal.run(
    client,
    { action, item },
    {
      method: action.startsWith('un') ? 'delete' : 'post',
      path: `${pathOf(item)}/${action.replace('un', '')}`,
    },
  );

export const follow = (
  journal: Journal,
  client: Client,
  action: 'follow' | 'unfollow',
  followee: Client,
): Promise<Operation> =>
  journal.run(
    client,
    { action, followee: followee.name },
    { method: action === 'follow' ? 'post' : 'delete', path: `/accounts/${followee.id}/follow` },
  );
