/** What members do, one request after the other: when they can, and what becomes of the world by it. */
import { block, eti, type Rule, stands, tie } from './deed.ts';
import { addItem, atOdds, authorOf, happen, part, tell } from './world.ts';

/** By members: these are requests to the API, one after the other. */
export const asked = {
  follow: {
    can: (world, deed) =>
      !(world.moved && deed.by === 'rae') &&
      !atOdds(world, deed.by, deed.member) &&
      !world.follows.has(eti(deed)),
    apply: (world, deed) => world.requests.add(eti(deed)),
  },
  unfollow: {
    can: (world, deed) => world.follows.has(eti(deed)) || world.requests.has(eti(deed)),
    apply: (world, { by, member }) => part(world, member, by),
  },
  block: { can: () => true, apply: (world, { by, member }) => block(world, member, by) },
  unblock: {
    can: (world, deed) => world.blocks.has(eti(deed)),
    apply: (world, deed) => world.blocks.delete(eti(deed)),
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
    apply: (world, { member, key }) =>
      addItem(world, `${member}/re-${key}`, member, { action: 'reply', parent: key }),
  },
  authorize: {
    can: (world, deed) => deed.member === 'bo' && world.requests.has(tie(deed)),
    apply: (world, deed) => {
      world.requests.delete(tie(deed));
      world.follows.add(tie(deed));
      world.notices.delete(`bo follow_request ${deed.by} -`);
      world.notices.add(`bo follow ${deed.by} -`);
    },
  },
  dismiss: {
    can: (world, deed) => deed.member === 'bo' && world.requests.has(tie(deed)),
    apply: (world, { by, member }) => part(world, by, member),
  },
} satisfies Record<string, Rule>;

export type Asked = keyof typeof asked;
export const askedRuleOf = (kind: Asked): Rule => asked[kind];
