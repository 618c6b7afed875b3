/** What a server with two members knows of three accounts elsewhere, in as few words as possible: what the real one is held against. */

export const members = ['ann', 'bo'] as const;
export const remoteNames = ['rae', 'rob', 'ria'] as const;
export type Member = (typeof members)[number];
export type RemoteName = (typeof remoteNames)[number];
export type Name = Member | RemoteName;

export interface Item {
  key: string;
  author: Name;
  /** Counts up with every change. */
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
  /** Versions that strangers gave out, whether they came here or not. */
  versions: Map<string, number>;
  /** Keys of items of strangers that are gone. */
  tombstoned: Set<string>;
  /** `actor action key`. */
  events: Set<string>;
  /** Which events show an item in a home timeline, where it stands once. */
  homes: Record<Member, Map<string, Set<string>>>;
  /** `recipient type actor key`. */
  notifications: Set<string>;
  /** What strangers list as shown first, and what is known of it here. */
  lists: Record<RemoteName, string[]>;
  pins: Record<RemoteName, string[]>;
  left: Set<RemoteName>;
  moved: boolean;
}

/** Both members have a recipe and a status; Bo is requested before he is followed. */
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

/** A fresh item enters the timelines of its author's followers, and is received to whom it concerns. */
export function addItem(model: Model, key: string, author: Name, about: Partial<Item>): void {
  const plain = { version: 0, action: 'create' as const, parent: null, recipe: null, mentioned: null };
  const item: Item = { ...plain, ...about, key, author, likes: new Set(), boosts: new Set() };
  model.items.set(key, item);
  addEvent(model, author, item.action, key);
  updateNotifications(model, item);
}

/** Who is received of an item, as it is now; blocked ones are not, and forget what they were received. */
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

/** The author of an item hears of what others do with it. */
export function notifyAuthor(model: Model, actor: Name, type: 'like' | 'boost', key: string): void {
  const author = authorOf(key);
  if (isMember(author) && author !== actor) model.notifications.add(`${author} ${type} ${actor} ${key}`);
}

/** Followers of the actor see the item. */
export function addEvent(model: Model, actor: Name, action: string, key: string): void {
  const event = `${actor} ${action} ${key}`;
  model.events.add(event);
  for (const member of followersOf(model, actor)) {
    const home = model.homes[member];
    home.set(key, (home.get(key) ?? new Set()).add(event));
  }
}

/** A new follower sees what the other did before, without replies; no history has more than 20 of it. */
export function backfill(model: Model, member: Member, name: Name): void {
  for (const event of model.events) {
    const [actor, action, key] = event.split(' ') as [Name, string, string];
    if (actor !== name || action === 'reply' || hasBlock(model, member, authorOf(key))) continue;
    const home = model.homes[member];
    home.set(key, (home.get(key) ?? new Set()).add(event));
  }
}

/** What another event shows too stays. */
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

/** Follow and request end, and the follower's home forgets the followee. */
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
