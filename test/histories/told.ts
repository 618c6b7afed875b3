/** What strangers do, arriving as activities: when they can, what it touches, and what becomes of the world by it. */
import {
  aboutOf,
  block,
  concerns,
  type Deed,
  eti,
  haveTies,
  type Rule,
  related,
  stands,
  tie,
} from './deed.ts';
import {
  addItem,
  atOdds,
  authorOf,
  dropNotices,
  followersOf,
  happen,
  isMember,
  members,
  notifyOf,
  part,
  removeItem,
  type Stranger,
  tell,
  unhappen,
  type World,
} from './world.ts';

const own = ({ by, key }: Deed) => authorOf(key) === by;
const oddsWithAuthor = ({ by, key }: Deed): string[] => {
  const author = authorOf(key);
  return isMember(author) ? [`r odds ${by} ${author}`] : [];
};
function write(world: World, { by, key }: Deed, version: number): void {
  world.versions.set(key, version);
  if (world.buried.has(key) || !concerns(world, by, key)) return;
  const item = world.items.get(key);
  if (!item) {
    addItem(world, key, by, { ...aboutOf(key), version });
    return;
  }
  item.version = version;
  notifyOf(world, item);
}
const itemTouches = ({ by, key }: Deed) => [
  ...[`w exist ${key}`, `w life ${key}`, `r audience ${by}`],
  ...related(key).map((member) => `r odds ${by} ${member}`),
];
const itemStory = ({ key }: Deed) => `item ${key}`;
const touchesTie = ({ by, member }: Deed) => [`w tie ${by} ${member}`, `r odds ${by} ${member}`];
const touchesOdds = ({ by, member }: Deed) => [
  ...[`w tie ${by} ${member}`, `w odds ${by} ${member}`, `w audience ${by}`],
];
const touchesAnswer = (deed: Deed) => [...touchesTie(deed), `w audience ${deed.by}`];
const touchesLike = (deed: Deed) => [
  ...[`r exist ${deed.key}`, `w like ${deed.by} ${deed.key}`, ...oddsWithAuthor(deed)],
];
const touchesBoost = (deed: Deed) => [
  ...[`r exist ${deed.key}`, `r audience ${deed.by}`, ...oddsWithAuthor(deed)],
];
function readList(world: World, by: Stranger): void {
  if (followersOf(world, by).length > 0)
    world.pins[by] = world.lists[by].filter((key) => world.items.has(key));
}

/** By strangers: these arrive as activities. */
export const told = {
  post: {
    story: itemStory,
    touches: itemTouches,
    can: (world, deed) => own(deed) && !world.versions.has(deed.key) && !world.buried.has(deed.key),
    apply: (world, deed) => write(world, deed, 0),
  },
  edit: {
    story: itemStory,
    touches: itemTouches,
    can: (world, deed) => own(deed) && world.versions.has(deed.key) && !world.buried.has(deed.key),
    apply: (world, deed) => write(world, deed, world.versions.get(deed.key)! + 1),
  },
  remove: {
    story: itemStory,
    touches: ({ key }) => [`w life ${key}`],
    can: (world, deed) => own(deed) && world.versions.has(deed.key) && !world.buried.has(deed.key),
    apply: (world, { by, key }) => {
      removeItem(world, key);
      world.buried.add(key);
      world.lists[by] = world.lists[by].filter((pin) => pin !== key);
    },
  },
  like: {
    touches: touchesLike,
    can: (world, { by, key }) => stands(world, by, key) && !world.items.get(key)!.likes.has(by),
    apply: (world, { by, key }) => {
      world.items.get(key)!.likes.add(by);
      tell(world, by, 'like', key);
    },
  },
  unlike: {
    touches: touchesLike,
    can: (world, { by, key }) => world.items.get(key)?.likes.has(by) ?? false,
    apply: (world, { by, key }) => {
      world.items.get(key)!.likes.delete(by);
      world.notices.delete(`${authorOf(key)} like ${by} ${key}`);
    },
  },
  boost: {
    touches: touchesBoost,
    can: (world, { by, key }) => stands(world, by, key) && !world.items.get(key)!.boosts.has(by),
    apply: (world, { by, key }) => {
      world.items.get(key)!.boosts.add(by);
      happen(world, by, 'boost', key);
      tell(world, by, 'boost', key);
    },
  },
  unboost: {
    touches: touchesBoost,
    can: (world, { by, key }) => world.items.get(key)?.boosts.has(by) ?? false,
    apply: (world, { by, key }) => {
      world.items.get(key)!.boosts.delete(by);
      unhappen(world, by, 'boost', key);
      world.notices.delete(`${authorOf(key)} boost ${by} ${key}`);
    },
  },
  follow: {
    touches: touchesTie,
    can: (world, deed) => !world.follows.has(tie(deed)) && !world.requests.has(tie(deed)),
    apply: (world, deed) => {
      if (atOdds(world, deed.by, deed.member)) return;
      const asks = deed.member === 'bo';
      (asks ? world.requests : world.follows).add(tie(deed));
      world.notices.add(`${deed.member} ${asks ? 'follow_request' : 'follow'} ${deed.by} -`);
    },
  },
  unfollow: {
    // Bo is asked anew when it comes first, and not when another follow does.
    family: (world, deed) =>
      `${deed.member === 'bo' && world.follows.has(tie(deed)) ? 'leave' : 'follow'} ${deed.by} ${deed.member}`,
    touches: touchesTie,
    can: (world, deed) => world.follows.has(tie(deed)) || world.requests.has(tie(deed)),
    apply: (world, { by, member }) => part(world, by, member),
  },
  block: {
    // What it ends stays as it is when its own end comes first.
    family: (world, deed) =>
      `${haveTies(world, deed.by, deed.member) ? 'part' : 'block'} ${deed.by} ${deed.member}`,
    touches: touchesOdds,
    can: (world, deed) => !world.blocks.has(tie(deed)),
    apply: (world, { by, member }) => block(world, by, member),
  },
  unblock: {
    touches: touchesOdds,
    can: (world, deed) => world.blocks.has(tie(deed)),
    apply: (world, deed) => world.blocks.delete(tie(deed)),
  },
  accept: {
    story: (deed) => `accept ${tie(deed)}`,
    touches: touchesAnswer,
    can: (world, deed) => world.requests.has(eti(deed)),
    apply: (world, deed) => {
      world.requests.delete(eti(deed));
      world.follows.add(eti(deed));
    },
  },
  reject: {
    story: (deed) => `reject ${tie(deed)}`,
    touches: touchesAnswer,
    can: (world, deed) => world.requests.has(eti(deed)) || world.follows.has(eti(deed)),
    apply: (world, { by, member }) => part(world, member, by),
  },
  pin: {
    story: ({ by }) => `pins ${by}`,
    touches: ({ by, key }) => [`w pins ${by}`, `r audience ${by}`, `r life ${key}`],
    can: (world, deed) => own(deed) && world.items.has(deed.key) && !world.lists[deed.by].includes(deed.key),
    apply: (world, { by, key }) => {
      world.lists[by].unshift(key);
      readList(world, by);
    },
  },
  unpin: {
    story: ({ by }) => `pins ${by}`,
    touches: ({ by, key }) => [`w pins ${by}`, `r audience ${by}`, `r life ${key}`],
    can: (world, deed) => world.lists[deed.by].includes(deed.key),
    apply: (world, { by, key }) => {
      world.lists[by] = world.lists[by].filter((pin) => pin !== key);
      readList(world, by);
    },
  },
  /** Rae becomes Ria. */
  move: {
    story: () => 'move',
    touches: () => ['all'],
    can: (world, { by }) =>
      by === 'rae' && !world.moved && !world.left.has('ria') && followersOf(world, by).length > 0,
    apply: (world, { by }) => {
      world.moved = true;
      for (const member of followersOf(world, by)) {
        if (!atOdds(world, member, 'ria') && !world.follows.has(`${member}>ria`))
          world.requests.add(`${member}>ria`);
        part(world, member, by);
      }
    },
  },
  leave: {
    story: () => 'leave',
    touches: () => [],
    can: () => true,
    apply: (world, { by }) => {
      world.left.add(by);
      for (const key of [...world.items.keys()].filter((key) => authorOf(key) === by)) removeItem(world, key);
      for (const { key, likes, boosts } of world.items.values()) {
        likes.delete(by);
        if (boosts.delete(by)) unhappen(world, by, 'boost', key);
      }
      for (const member of members) {
        part(world, by, member);
        part(world, member, by);
        world.blocks.delete(`${by}>${member}`);
      }
      dropNotices(world, (parts) => parts[2] === by);
    },
  },
} satisfies Record<string, Rule>;

export type Told = keyof typeof told;
export const ruleOf = (kind: Told): Rule => told[kind];
