/** A minimal model of a server with two members and three remote actors, to compare with the real server. */

export const members = ['ann', 'bo'] as const;
export const remoteNames = ['rae', 'rob', 'ria'] as const;
export type Member = (typeof members)[number];
export type RemoteName = (typeof remoteNames)[number];
export type Name = Member | RemoteName;

export interface Item {
  key: string;
  author: Name;
  /** Increases with every change. */
  version: number;
  action: 'create' | 'reply';
  /** Keys of items. */
  parent: string | null;
  recipe: string | null;
  mentioned: Member | null;
  likes: Set<Name>;
  boosts: Set<Name>;
}

export interface Model {
  /** `follower>followee`. */
  follows: Set<string>;
  requests: Set<string>;
  blocks: Set<string>;
  items: Map<string, Item>;
  /** The versions that remote actors published, whether or not they arrived. */
  versions: Map<string, number>;
  /** Keys of deleted remote items. */
  tombstoned: Set<string>;
  /** `actor action key`. */
  events: Set<string>;
  /** The events that show an item in a home timeline. The item is listed once. */
  homes: Record<Member, Map<string, Set<string>>>;
  /** `recipient type actor key`. */
  notifications: Set<string>;
  /** The featured collections of remote actors, and the pins that are known here. */
  lists: Record<RemoteName, string[]>;
  pins: Record<RemoteName, string[]>;
  left: Set<RemoteName>;
  moved: boolean;
}

/** Both members have a recipe and a status. Bo approves followers. */
export function newModel(): Model {
  const model: Model = {
    follows: new Set(),
    requests: new Set(),
    blocks: new Set(),
    items: new Map(),
    versions: new Map(),
    tombstoned: new Set(),
    events: new Set(),
    homes: { ann: new Map(), bo: new Map() },
    notifications: new Set(),
    lists: { rae: [], rob: [], ria: [] },
    pins: { rae: [], rob: [], ria: [] },
    left: new Set(),
    moved: false,
  };
  for (const author of members)
    for (const kind of ['recipe', 'status']) addItem(model, `${author}/${kind}`, author, {});
  return model;
}

export const hasBlock = ({ blocks }: Model, one: Name, other: Name): boolean =>
  blocks.has(`${one}>${other}`) || blocks.has(`${other}>${one}`);

export const followersOf = ({ follows }: Model, name: Name): Member[] =>
  members.filter((member) => follows.has(`${member}>${name}`));

export const isMember = (name: Name): name is Member => members.some((member) => member === name);

export const authorOf = (key: string): Name => key.split('/')[0] as Name;

/** Adds an item to the timelines of its author's followers, and notifies those it concerns. */
export function addItem(model: Model, key: string, author: Name, about: Partial<Item>): void {
  const plain = { version: 0, action: 'create' as const, parent: null, recipe: null, mentioned: null };
  const item: Item = { ...plain, ...about, key, author, likes: new Set(), boosts: new Set() };
  model.items.set(key, item);
  addEvent(model, author, item.action, key);
  updateNotifications(model, item);
}

/** Updates the notifications about an item. A block removes them. */
export function updateNotifications(model: Model, item: Item): void {
  const reasons: [string, Name | null][] = [
    ['cooked', item.recipe === null ? null : authorOf(item.recipe)],
    ['reply', item.parent === null ? null : authorOf(item.parent)],
    ['mention', item.mentioned],
  ];
  const received = new Set<Name>();
  for (const [type, name] of reasons) {
    if (name === null || !isMember(name) || name === item.author || received.has(name)) continue;
    received.add(name);
    const notice = `${name} ${type} ${item.author} ${item.key}`;
    if (hasBlock(model, name, item.author)) model.notifications.delete(notice);
    else model.notifications.add(notice);
  }
}

/** Notifies the author of an item of a like or boost. */
export function notifyAuthor(model: Model, actor: Name, type: 'like' | 'boost', key: string): void {
  const author = authorOf(key);
  if (isMember(author) && author !== actor) model.notifications.add(`${author} ${type} ${actor} ${key}`);
}

/** Shows the item to followers of the actor. */
export function addEvent(model: Model, actor: Name, action: string, key: string): void {
  const event = `${actor} ${action} ${key}`;
  model.events.add(event);
  for (const member of followersOf(model, actor)) {
    const home = model.homes[member];
    home.set(key, (home.get(key) ?? new Set()).add(event));
  }
}

/** Shows earlier events, without replies, to a new follower. No history has more than 20 events. */
export function backfill(model: Model, member: Member, name: Name): void {
  for (const event of model.events) {
    const [actor, action, key] = event.split(' ') as [Name, string, string];
    if (actor !== name || action === 'reply' || hasBlock(model, member, authorOf(key))) continue;
    const home = model.homes[member];
    home.set(key, (home.get(key) ?? new Set()).add(event));
  }
}

/** Removes an event. Items that another event shows stay listed. */
export function removeEvent(model: Model, actor: Name, action: string, key: string): void {
  const event = `${actor} ${action} ${key}`;
  model.events.delete(event);
  for (const member of members) drop(model.homes[member], (shown) => shown === event);
}

function drop(home: Map<string, Set<string>>, isOver: (event: string) => boolean): void {
  for (const [key, events] of home) {
    for (const event of events) if (isOver(event)) events.delete(event);
    if (events.size === 0) home.delete(key);
  }
}

export function removeItem(model: Model, key: string): void {
  const item = model.items.get(key);
  if (!item) return;
  for (const name of item.boosts) removeEvent(model, name, 'boost', key);
  removeEvent(model, item.author, item.action, key);
  model.items.delete(key);
  dropNotifications(model, (parts) => parts[3] === key);
  for (const stranger of remoteNames) model.pins[stranger] = model.pins[stranger].filter((pin) => pin !== key);
}

export function dropNotifications(model: Model, isOver: (parts: string[]) => boolean): void {
  for (const notice of model.notifications) if (isOver(notice.split(' '))) model.notifications.delete(notice);
}

/** Ends a follow or request, and removes the followee from the follower's home timeline. */
export function endFollow(model: Model, follower: Name, followee: Name): void {
  const tie = `${follower}>${followee}`;
  model.requests.delete(tie);
  model.notifications.delete(`${followee} follow_request ${follower} -`);
  if (!model.follows.delete(tie)) return;
  model.notifications.delete(`${followee} follow ${follower} -`);
  if (isMember(follower)) forget(model, follower, followee);
}

export function forget(model: Model, home: Member, name: Name): void {
  drop(model.homes[home], (event) => event.startsWith(`${name} `));
}
