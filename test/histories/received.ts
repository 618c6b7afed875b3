/** What strangers do, arriving as activities: when they can, what it touches, and what becomes of the world by it. */
import {
  aboutOf,
  block,
  concerns,
  eti,
  haveTies,
  type Interaction,
  type Rule,
  related,
  stands,
  tie,
} from './interaction.ts';
import {
  addItem,
  atOdds,
  authorOf,
  backfill,
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

const own = ({ by, key }: Interaction) => authorOf(key) === by;
const oddsWithAuthor = ({ by, key }: Interaction): string[] => {
  const author = authorOf(key);
  return isMember(author) ? [`r odds ${by} ${author}`] : [];
};
function write(world: World, { by, key }: Interaction, version: number): void {
  world.versions.set(key, version);
  if (world.tombstoned.has(key) || !concerns(world, by, key)) return;
  const item = world.items.get(key);
  if (!item) {
    addItem(world, key, by, { ...aboutOf(key), version });
    return;
  }
  item.version = version;
  notifyOf(world, item);
}
const itemTouches = ({ by, key }: Interaction) => [
  `w exist ${key}`,
  `w life ${key}`,
  `r audience ${by}`,
  ...related(key).map((member) => `r odds ${by} ${member}`),
];
const itemStory = ({ key }: Interaction) => `item ${key}`;
const touchesTie = ({ by, member }: Interaction) => [`w tie ${by} ${member}`, `r odds ${by} ${member}`];
const touchesOdds = ({ by, member }: Interaction) => [
  `w tie ${by} ${member}`,
  `w odds ${by} ${member}`,
  `w audience ${by}`,
];
const touchesAnswer = (interaction: Interaction) => [...touchesTie(interaction), `w audience ${interaction.by}`];
const touchesLike = (interaction: Interaction) => [
  `r exist ${interaction.key}`,
  `w like ${interaction.by} ${interaction.key}`,
  ...oddsWithAuthor(interaction),
];
const touchesBoost = (interaction: Interaction) => [
  `r exist ${interaction.key}`,
  `r audience ${interaction.by}`,
  ...oddsWithAuthor(interaction),
];
function readList(world: World, by: Stranger): void {
  if (followersOf(world, by).length > 0) world.pins[by] = world.lists[by].filter((key) => world.items.has(key));
}

/** By strangers: these arrive as activities. */
export const received = {
  post: {
    story: itemStory,
    touches: itemTouches,
    can: (world, interaction) =>
      own(interaction) && !world.versions.has(interaction.key) && !world.tombstoned.has(interaction.key),
    apply: (world, interaction) => write(world, interaction, 0),
  },
  edit: {
    story: itemStory,
    touches: itemTouches,
    can: (world, interaction) =>
      own(interaction) && world.versions.has(interaction.key) && !world.tombstoned.has(interaction.key),
    apply: (world, interaction) => write(world, interaction, world.versions.get(interaction.key)! + 1),
  },
  remove: {
    story: itemStory,
    touches: ({ key }) => [`w life ${key}`],
    can: (world, interaction) =>
      own(interaction) && world.versions.has(interaction.key) && !world.tombstoned.has(interaction.key),
    apply: (world, { by, key }) => {
      removeItem(world, key);
      world.tombstoned.add(key);
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
    can: (world, interaction) => !world.follows.has(tie(interaction)) && !world.requests.has(tie(interaction)),
    apply: (world, interaction) => {
      if (atOdds(world, interaction.by, interaction.member)) return;
      const asks = interaction.member === 'bo';
      (asks ? world.requests : world.follows).add(tie(interaction));
      world.notices.add(`${interaction.member} ${asks ? 'follow_request' : 'follow'} ${interaction.by} -`);
    },
  },
  unfollow: {
    // Bo is requested anew when it comes first, and not when another follow does.
    family: (world, interaction) =>
      `${interaction.member === 'bo' && world.follows.has(tie(interaction)) ? 'leave' : 'follow'} ${interaction.by} ${interaction.member}`,
    touches: touchesTie,
    can: (world, interaction) => world.follows.has(tie(interaction)) || world.requests.has(tie(interaction)),
    apply: (world, { by, member }) => part(world, by, member),
  },
  block: {
    // What it ends stays as it is when its own end comes first.
    family: (world, interaction) =>
      `${haveTies(world, interaction.by, interaction.member) ? 'part' : 'block'} ${interaction.by} ${interaction.member}`,
    touches: touchesOdds,
    can: (world, interaction) => !world.blocks.has(tie(interaction)),
    apply: (world, { by, member }) => block(world, by, member),
  },
  unblock: {
    touches: touchesOdds,
    can: (world, interaction) => world.blocks.has(tie(interaction)),
    apply: (world, interaction) => world.blocks.delete(tie(interaction)),
  },
  accept: {
    story: (interaction) => `accept ${tie(interaction)}`,
    touches: touchesAnswer,
    can: (world, interaction) => world.requests.has(eti(interaction)),
    apply: (world, interaction) => {
      world.requests.delete(eti(interaction));
      world.follows.add(eti(interaction));
      backfill(world, interaction.member, interaction.by);
    },
  },
  reject: {
    story: (interaction) => `reject ${tie(interaction)}`,
    touches: touchesAnswer,
    can: (world, interaction) => world.requests.has(eti(interaction)) || world.follows.has(eti(interaction)),
    apply: (world, { by, member }) => part(world, member, by),
  },
  pin: {
    story: ({ by }) => `pins ${by}`,
    touches: ({ by, key }) => [`w pins ${by}`, `r audience ${by}`, `r life ${key}`],
    can: (world, interaction) =>
      own(interaction) && world.items.has(interaction.key) && !world.lists[interaction.by].includes(interaction.key),
    apply: (world, { by, key }) => {
      world.lists[by].unshift(key);
      readList(world, by);
    },
  },
  unpin: {
    story: ({ by }) => `pins ${by}`,
    touches: ({ by, key }) => [`w pins ${by}`, `r audience ${by}`, `r life ${key}`],
    can: (world, interaction) => world.lists[interaction.by].includes(interaction.key),
    apply: (world, { by, key }) => {
      world.lists[by] = world.lists[by].filter((pin) => pin !== key);
      readList(world, by);
    },
  },
  /** Rae becomes Ria. */
  move: {
    story: () => 'move',
    touches: () => ['all'],
    can: (world, { by }) => by === 'rae' && !world.moved && !world.left.has('ria') && followersOf(world, by).length > 0,
    apply: (world, { by }) => {
      world.moved = true;
      for (const member of followersOf(world, by)) {
        if (!atOdds(world, member, 'ria') && !world.follows.has(`${member}>ria`)) world.requests.add(`${member}>ria`);
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

export type Received = keyof typeof received;
export const ruleOf = (kind: Received): Rule => received[kind];
