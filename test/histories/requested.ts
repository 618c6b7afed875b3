/** Requests of members, one after the other: when they are possible, and how they change the model. */
import { block, isReachable, type Rule, relation, reverseTie } from './interaction.ts';
import { addEvent, addItem, authorOf, endFollow, hasBlock, notifyAuthor } from './model.ts';

/** By members: these are requests to the API, one after the other. */
export const requested = {
  follow: {
    can: (model, interaction) =>
      !(model.moved && interaction.by === 'rae') &&
      !hasBlock(model, interaction.by, interaction.member) &&
      !model.follows.has(reverseTie(interaction)),
    apply: (model, interaction) => model.requests.add(reverseTie(interaction)),
  },
  unfollow: {
    can: (model, interaction) =>
      model.follows.has(reverseTie(interaction)) || model.requests.has(reverseTie(interaction)),
    apply: (model, { by, member }) => endFollow(model, member, by),
  },
  block: { can: () => true, apply: (model, { by, member }) => block(model, member, by) },
  unblock: {
    can: (model, interaction) => model.blocks.has(reverseTie(interaction)),
    apply: (model, interaction) => model.blocks.delete(reverseTie(interaction)),
  },
  like: {
    can: (model, { member, key }) => isReachable(model, member, key),
    apply: (model, { member, key }) => {
      model.items.get(key)!.likes.add(member);
      notifyAuthor(model, member, 'like', key);
    },
  },
  unlike: {
    can: (model, { member, key }) => isReachable(model, member, key) && model.items.get(key)!.likes.has(member),
    apply: (model, { member, key }) => {
      model.items.get(key)!.likes.delete(member);
      model.notifications.delete(`${authorOf(key)} like ${member} ${key}`);
    },
  },
  boost: {
    can: (model, { member, key }) => isReachable(model, member, key),
    apply: (model, { member, key }) => {
      if (model.items.get(key)!.boosts.has(member)) return;
      model.items.get(key)!.boosts.add(member);
      addEvent(model, member, 'boost', key);
      notifyAuthor(model, member, 'boost', key);
    },
  },
  answer: {
    can: (model, { member, key }) => isReachable(model, member, key) && !model.items.has(`${member}/re-${key}`),
    apply: (model, { member, key }) => addItem(model, `${member}/re-${key}`, member, { action: 'reply', parent: key }),
  },
  authorize: {
    can: (model, interaction) => interaction.member === 'bo' && model.requests.has(relation(interaction)),
    apply: (model, interaction) => {
      model.requests.delete(relation(interaction));
      model.follows.add(relation(interaction));
      model.notifications.delete(`bo follow_request ${interaction.by} -`);
      model.notifications.add(`bo follow ${interaction.by} -`);
    },
  },
  dismiss: {
    can: (model, interaction) => interaction.member === 'bo' && model.requests.has(relation(interaction)),
    apply: (model, { by, member }) => endFollow(model, by, member),
  },
} satisfies Record<string, Rule>;

export type Requested = keyof typeof requested;
export const requestedRuleOf = (kind: Requested): Rule => requested[kind];
