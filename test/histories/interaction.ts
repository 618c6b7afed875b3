/** What strangers and members can do, and which items there are for it. */
import {
  atOdds,
  authorOf,
  followersOf,
  forget,
  type Item,
  isMember,
  type Member,
  members,
  type Name,
  part,
  type Stranger,
  strangers,
  type World,
} from './world.ts';

export interface Interaction {
  by: Stranger;
  member: Member;
  /** Of an item. */
  key: string;
}

/** Items of strangers: alone, an answer, something cooked, a mention. */
export const slots = [0, 1, 2, 3];
export const slotOf = (key: string): number => Number(key.split('/')[1]);

export function aboutOf(key: string): Partial<Item> {
  const one = members[strangers.indexOf(authorOf(key) as Stranger) % 2]!;
  const other = members.find((member) => member !== one)!;
  const about: Partial<Item>[] = [
    {},
    { action: 'reply', parent: `${one}/status` },
    { recipe: `${other}/recipe` },
    { mentioned: one },
  ];
  return about[slotOf(key)]!;
}

export const related = (key: string): Member[] => {
  const { parent, recipe, mentioned } = aboutOf(key);
  return [parent && authorOf(parent), recipe && authorOf(recipe), mentioned].filter(
    (name): name is Member => typeof name === 'string' && isMember(name as Name),
  );
};

export const concerns = (world: World, by: Stranger, key: string): boolean =>
  world.items.has(key) ||
  followersOf(world, by).length > 0 ||
  related(key).some((member) => !atOdds(world, by, member));

export interface Rule {
  /** Strangers' only: a name for what it tells of, other than that of a interaction and its end. */
  story?(interaction: Interaction): string;
  /** Those of one family commute; without it, those of the same story, with all duplicates. */
  family?(world: World, interaction: Interaction): string;
  /** Beginning with `w` what it changes, with `r` what it depends on. */
  touches?(interaction: Interaction): string[];
  can(world: World, interaction: Interaction): boolean;
  apply(world: World, interaction: Interaction): void;
}

export const tie = ({ by, member }: Interaction) => `${by}>${member}`;
export const eti = ({ by, member }: Interaction) => `${member}>${by}`;
/** Whether something ends when one blocks the other. */
export const haveTies = (world: World, one: Name, other: Name): boolean => {
  const ties = [`${one}>${other}`, `${other}>${one}`];
  const shows = (home: Name, name: Name) =>
    isMember(home) &&
    [...world.homes[home].values()].some((events) => [...events].some((event) => event.startsWith(`${name} `)));
  return (
    ties.some((each) => world.follows.has(each) || world.requests.has(each)) || shows(one, other) || shows(other, one)
  );
};
const reaches = (world: World, by: Name, key: string) => !atOdds(world, by, authorOf(key));
export const stands = (world: World, by: Name, key: string) => world.items.has(key) && reaches(world, by, key);
export function block(world: World, one: Name, other: Name): void {
  world.blocks.add(`${one}>${other}`);
  part(world, one, other);
  part(world, other, one);
  for (const [home, name] of [
    [one, other],
    [other, one],
  ] as const)
    if (isMember(home)) forget(world, home, name);
}
