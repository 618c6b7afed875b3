/** Interactions of remote actors and members, and the items that they are about. */
import {
  authorOf,
  endFollow,
  followersOf,
  forget,
  hasBlock,
  type Item,
  isMember,
  type Member,
  type Model,
  members,
  type Name,
  type RemoteName,
  remoteNames,
} from './model.ts';

export interface Interaction {
  by: RemoteName;
  member: Member;
  /** The key of an item. */
  key: string;
}

/** Items of remote actors: a plain post, a reply, a cooked item, a mention. */
export const slots = [0, 1, 2, 3];
export const slotOf = (key: string): number => Number(key.split('/')[1]);

export function aboutOf(key: string): Partial<Item> {
  const one = members[remoteNames.indexOf(authorOf(key) as RemoteName) % 2]!;
  const other = members.find((member) => member !== one)!;
  const about: Partial<Item>[] = [
    {},
    { action: 'reply', parent: `${one}/status` },
    { recipe: `${other}/recipe` },
    { mentioned: one },
  ];
  return about[slotOf(key)]!;
}

export const concernedMembers = (key: string): Member[] => {
  const { parent, recipe, mentioned } = aboutOf(key);
  return [parent && authorOf(parent), recipe && authorOf(recipe), mentioned].filter(
    (name): name is Member => typeof name === 'string' && isMember(name as Name),
  );
};

export const isRelevant = (model: Model, by: RemoteName, key: string): boolean =>
  model.items.has(key) ||
  followersOf(model, by).length > 0 ||
  concernedMembers(key).some((member) => !hasBlock(model, by, member));

export interface Rule {
  /** Only for remote actors: the topic of the activity, if it is not the interaction itself. */
  story?(interaction: Interaction): string;
  /** Activities of one family commute. The default is the story, with all duplicates. */
  family?(model: Model, interaction: Interaction): string;
  /** What the activity writes (`w …`) and reads (`r …`). */
  touches?(interaction: Interaction): string[];
  can(model: Model, interaction: Interaction): boolean;
  apply(model: Model, interaction: Interaction): void;
}

export const relation = ({ by, member }: Interaction) => `${by}>${member}`;
export const reverseTie = ({ by, member }: Interaction) => `${member}>${by}`;
/** Whether a block between the two would end something. */
export const hasRelation = (model: Model, one: Name, other: Name): boolean => {
  const ties = [`${one}>${other}`, `${other}>${one}`];
  const shows = (home: Name, name: Name) =>
    isMember(home) &&
    [...model.homes[home].values()].some((events) => [...events].some((event) => event.startsWith(`${name} `)));
  return (
    ties.some((each) => model.follows.has(each) || model.requests.has(each)) || shows(one, other) || shows(other, one)
  );
};
const reaches = (model: Model, by: Name, key: string) => !hasBlock(model, by, authorOf(key));
export const isReachable = (model: Model, by: Name, key: string) => model.items.has(key) && reaches(model, by, key);
export function block(model: Model, one: Name, other: Name): void {
  model.blocks.add(`${one}>${other}`);
  endFollow(model, one, other);
  endFollow(model, other, one);
  for (const [home, name] of [
    [one, other],
    [other, one],
  ] as const)
    if (isMember(home)) forget(model, home, name);
}
