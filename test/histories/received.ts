/** Activities of remote actors: when they are possible, what they touch, and how they change the model. */
import {
  aboutOf,
  block,
  concernedMembers,
  hasRelation,
  type Interaction,
  isReachable,
  isRelevant,
  type Rule,
  relation,
  reverseTie,
} from './interaction.ts';
import {
  addEvent,
  addItem,
  authorOf,
  backfill,
  dropNotifications,
  endFollow,
  followersOf,
  hasBlock,
  isMember,
  type Model,
  members,
  notifyAuthor,
  type RemoteName,
  removeEvent,
  removeItem,
  updateNotifications,
} from './model.ts';

const own = ({ by, key }: Interaction) => authorOf(key) === by;
const blockReads = ({ by, key }: Interaction): string[] => {
  const author = authorOf(key);
  return isMember(author) ? [`r odds ${by} ${author}`] : [];
};
function write(model: Model, { by, key }: Interaction, version: number): void {
  model.versions.set(key, version);
  if (model.tombstoned.has(key) || !isRelevant(model, by, key)) return;
  const item = model.items.get(key);
  if (!item) {
    addItem(model, key, by, { ...aboutOf(key), version });
    return;
  }
  item.version = version;
  updateNotifications(model, item);
}
const itemTouches = ({ by, key }: Interaction) => [
  `w exist ${key}`,
  `w life ${key}`,
  `r audience ${by}`,
  ...concernedMembers(key).map((member) => `r odds ${by} ${member}`),
];
const itemStory = ({ key }: Interaction) => `item ${key}`;
const touchesFollow = ({ by, member }: Interaction) => [`w tie ${by} ${member}`, `r odds ${by} ${member}`];
const touchesBlock = ({ by, member }: Interaction) => [
  `w tie ${by} ${member}`,
  `w odds ${by} ${member}`,
  `w audience ${by}`,
];
const touchesAnswer = (interaction: Interaction) => [...touchesFollow(interaction), `w audience ${interaction.by}`];
const touchesLike = (interaction: Interaction) => [
  `r exist ${interaction.key}`,
  `w like ${interaction.by} ${interaction.key}`,
  ...blockReads(interaction),
];
const touchesBoost = (interaction: Interaction) => [
  `r exist ${interaction.key}`,
  `r audience ${interaction.by}`,
  ...blockReads(interaction),
];
function readList(model: Model, by: RemoteName): void {
  if (followersOf(model, by).length > 0) model.pins[by] = model.lists[by].filter((key) => model.items.has(key));
}

/** The activities of remote actors. */
export const received = {
  post: {
    story: itemStory,
    touches: itemTouches,
    can: (model, interaction) =>
      own(interaction) && !model.versions.has(interaction.key) && !model.tombstoned.has(interaction.key),
    apply: (model, interaction) => write(model, interaction, 0),
  },
  edit: {
    story: itemStory,
    touches: itemTouches,
    can: (model, interaction) =>
      own(interaction) && model.versions.has(interaction.key) && !model.tombstoned.has(interaction.key),
    apply: (model, interaction) => write(model, interaction, model.versions.get(interaction.key)! + 1),
  },
  remove: {
    story: itemStory,
    touches: ({ key }) => [`w life ${key}`],
    can: (model, interaction) =>
      own(interaction) && model.versions.has(interaction.key) && !model.tombstoned.has(interaction.key),
    apply: (model, { by, key }) => {
      removeItem(model, key);
      model.tombstoned.add(key);
      model.lists[by] = model.lists[by].filter((pin) => pin !== key);
    },
  },
  like: {
    touches: touchesLike,
    can: (model, { by, key }) => isReachable(model, by, key) && !model.items.get(key)!.likes.has(by),
    apply: (model, { by, key }) => {
      model.items.get(key)!.likes.add(by);
      notifyAuthor(model, by, 'like', key);
    },
  },
  unlike: {
    touches: touchesLike,
    can: (model, { by, key }) => model.items.get(key)?.likes.has(by) ?? false,
    apply: (model, { by, key }) => {
      model.items.get(key)!.likes.delete(by);
      model.notifications.delete(`${authorOf(key)} like ${by} ${key}`);
    },
  },
  boost: {
    touches: touchesBoost,
    can: (model, { by, key }) => isReachable(model, by, key) && !model.items.get(key)!.boosts.has(by),
    apply: (model, { by, key }) => {
      model.items.get(key)!.boosts.add(by);
      addEvent(model, by, 'boost', key);
      notifyAuthor(model, by, 'boost', key);
    },
  },
  unboost: {
    touches: touchesBoost,
    can: (model, { by, key }) => model.items.get(key)?.boosts.has(by) ?? false,
    apply: (model, { by, key }) => {
      model.items.get(key)!.boosts.delete(by);
      removeEvent(model, by, 'boost', key);
      model.notifications.delete(`${authorOf(key)} boost ${by} ${key}`);
    },
  },
  follow: {
    touches: touchesFollow,
    can: (model, interaction) =>
      !model.follows.has(relation(interaction)) && !model.requests.has(relation(interaction)),
    apply: (model, interaction) => {
      if (hasBlock(model, interaction.by, interaction.member)) return;
      const asks = interaction.member === 'bo';
      (asks ? model.requests : model.follows).add(relation(interaction));
      model.notifications.add(`${interaction.member} ${asks ? 'follow_request' : 'follow'} ${interaction.by} -`);
    },
  },
  unfollow: {
    // Bo is requested anew when it comes first, and not when another follow does.
    family: (model, interaction) =>
      [
        interaction.member === 'bo' && model.follows.has(relation(interaction)) ? 'leave' : 'follow',
        interaction.by,
        interaction.member,
      ].join(' '),
    touches: touchesFollow,
    can: (model, interaction) => model.follows.has(relation(interaction)) || model.requests.has(relation(interaction)),
    apply: (model, { by, member }) => endFollow(model, by, member),
  },
  block: {
    // What it ends stays as it is when its own end comes first.
    family: (model, interaction) =>
      `${hasRelation(model, interaction.by, interaction.member) ? 'part' : 'block'} ${interaction.by} ${interaction.member}`,
    touches: touchesBlock,
    can: (model, interaction) => !model.blocks.has(relation(interaction)),
    apply: (model, { by, member }) => block(model, by, member),
  },
  unblock: {
    touches: touchesBlock,
    can: (model, interaction) => model.blocks.has(relation(interaction)),
    apply: (model, interaction) => model.blocks.delete(relation(interaction)),
  },
  accept: {
    story: (interaction) => `accept ${relation(interaction)}`,
    touches: touchesAnswer,
    can: (model, interaction) => model.requests.has(reverseTie(interaction)),
    apply: (model, interaction) => {
      model.requests.delete(reverseTie(interaction));
      model.follows.add(reverseTie(interaction));
      backfill(model, interaction.member, interaction.by);
    },
  },
  reject: {
    story: (interaction) => `reject ${relation(interaction)}`,
    touches: touchesAnswer,
    can: (model, interaction) =>
      model.requests.has(reverseTie(interaction)) || model.follows.has(reverseTie(interaction)),
    apply: (model, { by, member }) => endFollow(model, member, by),
  },
  pin: {
    story: ({ by }) => `pins ${by}`,
    touches: ({ by, key }) => [`w pins ${by}`, `r audience ${by}`, `r life ${key}`],
    can: (model, interaction) =>
      own(interaction) && model.items.has(interaction.key) && !model.lists[interaction.by].includes(interaction.key),
    apply: (model, { by, key }) => {
      model.lists[by].unshift(key);
      readList(model, by);
    },
  },
  unpin: {
    story: ({ by }) => `pins ${by}`,
    touches: ({ by, key }) => [`w pins ${by}`, `r audience ${by}`, `r life ${key}`],
    can: (model, interaction) => model.lists[interaction.by].includes(interaction.key),
    apply: (model, { by, key }) => {
      model.lists[by] = model.lists[by].filter((pin) => pin !== key);
      readList(model, by);
    },
  },
  /** Rae becomes Ria. */
  move: {
    story: () => 'move',
    touches: () => ['all'],
    can: (model, { by }) => by === 'rae' && !model.moved && !model.left.has('ria') && followersOf(model, by).length > 0,
    apply: (model, { by }) => {
      model.moved = true;
      for (const member of followersOf(model, by)) {
        if (!hasBlock(model, member, 'ria') && !model.follows.has(`${member}>ria`)) model.requests.add(`${member}>ria`);
        endFollow(model, member, by);
      }
    },
  },
  leave: {
    story: () => 'leave',
    touches: () => [],
    can: () => true,
    apply: (model, { by }) => {
      model.left.add(by);
      for (const key of [...model.items.keys()].filter((key) => authorOf(key) === by)) removeItem(model, key);
      for (const { key, likes, boosts } of model.items.values()) {
        likes.delete(by);
        if (boosts.delete(by)) removeEvent(model, by, 'boost', key);
      }
      for (const member of members) {
        endFollow(model, by, member);
        endFollow(model, member, by);
        model.blocks.delete(`${by}>${member}`);
      }
      dropNotifications(model, (parts) => parts[2] === by);
    },
  },
} satisfies Record<string, Rule>;

export type Received = keyof typeof received;
export const ruleOf = (kind: Received): Rule => received[kind];
