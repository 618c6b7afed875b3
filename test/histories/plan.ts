/** Turns wishes into a history: what can be done is, and what may arrive in any order is put together. */
import { type Asked, asked, askedRuleOf } from './asked.ts';
import { type Deed, type Rule, slots } from './deed.ts';
import { ruleOf, type Told, told } from './told.ts';
import { authorOf, members, newWorld, type Stranger, strangers, type World } from './world.ts';

export interface Wish {
  /** One of these, or to take back what was done last, or to do again what was taken back. */
  kind: `told ${Told}` | `asked ${Asked}` | 'back' | 'again';
  /** Which of those who can, with what they can: the n-th, counted round. */
  choice: number;
  /** Where among the others it arrives. */
  place: number;
  /** How often it comes again. */
  copies: number;
}

/** One that arrives, with its story: a deed and its end, when it is done again another. */
export interface Arriving extends Deed {
  kind: Told;
  story: string;
  place: number;
  copies: number;
}

/** What a member does, or what arrives in any order, with the world that both end in. */
export type Step = { asked: Asked; deed: Deed; world: World } | { arriving: Arriving[]; world: World };

const begins: Record<string, string> = {
  unlike: 'like',
  unboost: 'boost',
  unfollow: 'follow',
  unblock: 'block',
};
const ends: Record<string, string> = Object.fromEntries(
  Object.entries(begins).map(([end, begin]) => [begin, end]),
);

/** Of what was done, or taken back, last: one of two, told apart by `choice`. */
function repeat(
  done: { name: Told; deed: Deed }[],
  kind: 'back' | 'again',
  choice: number,
): { name: Told; deed: Deed } | null {
  const others = kind === 'back' ? ends : begins;
  const few = done.filter(({ name }) => name in others).slice(0, 2);
  const one = few[choice % few.length];
  return one ? { name: others[one.name] as Told, deed: one.deed } : null;
}

const nouns: Record<string, (deed: Deed) => string> = {
  like: ({ by, key }) => `like ${by} ${key}`,
  boost: ({ by, key }) => `boost ${by} ${key}`,
  follow: ({ by, member }) => `follow ${by} ${member}`,
  block: ({ by, member }) => `block ${by} ${member}`,
};

export const kinds: Wish['kind'][] = [
  ...Object.keys(told).map((kind) => `told ${kind as Told}` as const),
  ...Object.keys(asked).map((kind) => `asked ${kind as Asked}` as const),
];

const keys = [
  ...strangers.flatMap((name) => slots.map((slot) => `${name}/${slot}`)),
  ...members.flatMap((name) => [`${name}/recipe`, `${name}/status`]),
];
const deeds: Deed[] = strangers.flatMap((by) =>
  members.flatMap((member) => keys.map((key) => ({ by, member, key }))),
);
const reachable = ({ left }: World, key: string) => !left.has(authorOf(key) as Stranger);

export function plan(wishes: Wish[]): Step[] {
  const world = newWorld();
  const steps: Step[] = [];
  const told = new Map<string, number>();
  let arriving: Arriving[] = [];
  let touched = new Map<string, { family: string; writes: boolean }[]>();

  const end = () => {
    if (arriving.length > 0) steps.push({ arriving, world: structuredClone(world) });
    arriving = [];
    touched = new Map();
  };

  const done: { name: Told; deed: Deed }[] = [];
  const canBe = (rule: Rule, deed: Deed) =>
    !world.left.has(deed.by) && reachable(world, deed.key) && rule.can(world, deed);

  for (const { kind, choice, place, copies } of wishes) {
    const repeated = kind === 'back' || kind === 'again' ? repeat(done, kind, choice) : null;
    if (!repeated && !kind.includes(' ')) continue;
    const [road, name] = repeated
      ? (['told', repeated.name] as const)
      : (kind.split(' ') as ['told', Told] | ['asked', Asked]);
    const rule = road === 'told' ? ruleOf(name) : askedRuleOf(name);
    const able = (repeated ? [repeated.deed] : deeds).filter((deed) => canBe(rule, deed));
    const deed = able[choice % able.length];
    if (!deed) continue;
    if (road === 'asked') {
      end();
      rule.apply(world, deed);
      steps.push({ asked: name, deed, world: structuredClone(world) });
      continue;
    }

    const story = storyOf(told, name, deed);
    const family = rule.family?.(world, deed) ?? story.replace(/ \d+$/, '');
    const touches = rule.touches!(deed);
    const alone = touches.includes('all');
    const clashes = touches.some((touch) => {
      const [way, ...what] = touch.split(' ');
      const others = touched.get(what.join(' ')) ?? [];
      return others.some((other) => other.family !== family && (way === 'w' || other.writes));
    });
    if (clashes || alone) end();
    rule.apply(world, deed);
    arriving.push({ ...deed, kind: name, story, place, copies });
    if (name in ends || name in begins) done.unshift({ name, deed });
    for (const touch of touches) {
      const [way, ...what] = touch.split(' ');
      const token = what.join(' ');
      touched.set(token, [...(touched.get(token) ?? []), { family, writes: way === 'w' }]);
    }
    if (alone || name === 'leave') end();
  }
  end();
  return steps;
}

function storyOf(told: Map<string, number>, kind: Told, deed: Deed): string {
  const given = ruleOf(kind).story?.(deed);
  if (given) return given;
  const noun = nouns[begins[kind] ?? kind]!(deed);
  const count = (told.get(noun) ?? 0) + (begins[kind] ? 0 : 1);
  told.set(noun, count);
  return `${noun} ${count}`;
}

export function inWords(steps: Step[]): string {
  const line = ({ by, member, key }: Deed) => `${by} ${member} ${key}`;
  return steps
    .map((step) =>
      'asked' in step
        ? `  ${step.deed.member} asks: ${step.asked} ${line(step.deed)}`
        : `  in any order: ${step.arriving
            .toSorted((one, other) => one.place - other.place)
            .map((one) => `${one.kind} ${line(one)} × ${one.copies + 1}`)
            .join('; ')}`,
    )
    .join('\n');
}
