/** What members do, one request after the other: when they can, and what becomes of the world by it. */
import { block, eti, type Rule, stands, tie } from './interaction.ts';
import { addItem, atOdds, authorOf, happen, part, tell } from './world.ts';

/** By members: these are requests to the API, one after the other. */
export const requested = {
  follow: {
    can: (world, interaction) =>
      !(world.moved && interaction.by === 'rae') &&
      !atOdds(world, interaction.by, interaction.member) &&
      !world.follows.has(eti(interaction)),
    apply: (world, interaction) => world.requests.add(eti(interaction)),
  },
  unfollow: {
    can: (world, interaction) => world.follows.has(eti(interaction)) || world.requests.has(eti(interaction)),
    apply: (world, { by, member }) => part(world, member, by),
  },
  block: { can: () => true, apply: (world, { by, member }) => block(world, member, by) },
  unblock: {
    can: (world, interaction) => world.blocks.has(eti(interaction)),
    apply: (world, interaction) => world.blocks.delete(eti(interaction)),
  },
  like: {
    can: (world, { member, key }) => stands(world, member, key),
    apply: (world, { member, key }) => {
      world.items.get(key)!.likes.add(member);
      tell(world, member, 'like', key);
    },
  },
  unlike: {
    can: (world, { member, key }) => stands(world, member, key) && world.items.get(key)!.likes.has(member),
    apply: (world, { member, key }) => {
      world.items.get(key)!.likes.delete(member);
      world.notices.delete(`${authorOf(key)} like ${member} ${key}`);
    },
  },
  boost: {
    can: (world, { member, key }) => stands(world, member, key),
    apply: (world, { member, key }) => {
      if (world.items.get(key)!.boosts.has(member)) return;
      world.items.get(key)!.boosts.add(member);
      happen(world, member, 'boost', key);
      tell(world, member, 'boost', key);
    },
  },
  answer: {
    can: (world, { member, key }) => stands(world, member, key) && !world.items.has(`${member}/re-${key}`),
    apply: (world, { member, key }) => addItem(world, `${member}/re-${key}`, member, { action: 'reply', parent: key }),
  },
  authorize: {
    can: (world, interaction) => interaction.member === 'bo' && world.requests.has(tie(interaction)),
    apply: (world, interaction) => {
      world.requests.delete(tie(interaction));
      world.follows.add(tie(interaction));
      world.notices.delete(`bo follow_request ${interaction.by} -`);
      world.notices.add(`bo follow ${interaction.by} -`);
    },
  },
  dismiss: {
    can: (world, interaction) => interaction.member === 'bo' && world.requests.has(tie(interaction)),
    apply: (world, { by, member }) => part(world, by, member),
  },
} satisfies Record<string, Rule>;

export type Requested = keyof typeof requested;
export const requestedRuleOf = (kind: Requested): Rule => requested[kind];
