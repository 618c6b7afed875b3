/** Plans random operations of members from a seed: the same seed gives the same plan. */
import { chance } from './chance.ts';
import { type Name, names } from './fixture.ts';
import type { Action, ItemType, Visibility } from './journal.ts';

export interface Step {
  member: Name;
  /** `forbidden`: an edit by somebody else. `probe`: somebody reads what they may not. */
  action: Action | 'invalid' | 'forbidden' | 'probe';
  /** The place of the item among the published ones. */
  item: number;
  followee: Name;
  type: ItemType;
  visibility: Visibility;
  /** The item that a published one replies to, or null. */
  parent: number | null;
}

interface PlannedItem {
  author: Name;
  type: ItemType;
  visibility: Visibility;
  isDeleted: boolean;
  likes: Set<Name>;
  boosts: Set<Name>;
}

const weights: Record<Step['action'] | 'reply', number> = {
  publish: 26,
  reply: 12,
  edit: 16,
  delete: 6,
  like: 12,
  unlike: 4,
  boost: 8,
  unboost: 3,
  follow: 4,
  unfollow: 2,
  invalid: 2,
  forbidden: 2,
  probe: 3,
};
const actions = Object.keys(weights) as (keyof typeof weights)[];
/** Operations are about recent items. */
const recent = 200;
const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
const visibilities: Visibility[] = ['public', 'public', 'public', 'unlisted', 'private', 'private'];

export function planSteps(seed: number, count: number): Step[] {
  const random = chance(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const items: PlannedItem[] = [];
  const follows = new Set(['cy ann', 'cy bo', 'ann bo', 'bo ann']);
  const steps: Step[] = [];

  const pickAction = () => {
    let left = random() * total;
    return actions.find((action) => {
      left -= weights[action];
      return left < 0;
    })!;
  };
  const pickItem = (fits: (item: PlannedItem) => boolean): number =>
    pick([...items.keys()].slice(-recent).filter((place) => !items[place]!.isDeleted && fits(items[place]!))) ?? -1;
  const isOpen = ({ visibility }: PlannedItem) => visibility === 'public' || visibility === 'unlisted';

  while (steps.length < count) {
    const member = pick(names)!;
    const action = pickAction();
    const step: Step = {
      member,
      item: -1,
      followee: member,
      type: 'recipe',
      visibility: 'public',
      parent: null,
      action: action === 'reply' ? 'publish' : action,
    };
    if (action === 'publish' || action === 'reply') {
      const parent = action === 'reply' ? pickItem((item) => isOpen(item) && !isBlocked(member, item.author)) : -1;
      if (action === 'reply' && parent === -1) continue;
      step.type = action === 'reply' || random() < 0.2 ? 'status' : 'recipe';
      step.visibility = pick(visibilities)!;
      step.parent = parent === -1 ? null : parent;
      step.item = items.length;
      const { type, visibility } = step;
      items.push({ author: member, type, visibility, isDeleted: false, likes: new Set(), boosts: new Set() });
    } else if (action === 'follow' || action === 'unfollow') {
      step.followee = pick(names.filter((name) => name !== member && !isBlocked(member, name)))!;
      const tie = `${member} ${step.followee}`;
      if (follows.has(tie) === (action === 'follow')) continue;
      if (action === 'follow') follows.add(tie);
      else follows.delete(tie);
    } else if (action !== 'invalid') {
      const fits: Record<string, (item: PlannedItem) => boolean> = {
        edit: ({ author }) => author === member,
        delete: ({ author }) => author === member,
        like: (item) => isOpen(item) && !isBlocked(member, item.author) && !item.likes.has(member),
        unlike: ({ likes }) => likes.has(member),
        boost: (item) => isOpen(item) && !isBlocked(member, item.author) && !item.boosts.has(member),
        unboost: ({ boosts }) => boosts.has(member),
        forbidden: ({ author }) => author !== member,
        probe: ({ visibility }) => visibility === 'private',
      };
      step.item = pickItem(fits[action]!);
      if (step.item === -1) continue;
      const item = items[step.item]!;
      if (action === 'delete') item.isDeleted = true;
      if (action === 'like') item.likes.add(member);
      if (action === 'unlike') item.likes.delete(member);
      if (action === 'boost') item.boosts.add(member);
      if (action === 'unboost') item.boosts.delete(member);
    }
    steps.push(step);
    if (action === 'unboost' && random() < 0.5) {
      items[step.item]!.boosts.add(member);
      steps.push({ ...step, action: 'boost' });
    }
  }
  return steps;
}

const isBlocked = (one: Name, other: Name) => [one, other].sort().join(' ') === 'ann dan';
