/** Turns random steps into a valid history, and groups activities that may arrive in any order. */
import { type Interaction, type Rule, slots } from './interaction.ts';
import { authorOf, type Model, members, newModel, type RemoteName, remoteNames } from './model.ts';
import { type Received, received, ruleOf } from './received.ts';
import { type Requested, requested, requestedRuleOf } from './requested.ts';

export interface RandomStep {
  /** An interaction, or undoing the last one, repeating the last undone one, or sending one once more. */
  kind: `received ${Received}` | `requested ${Requested}` | 'back' | 'again' | 'more';
  /** Chooses one of the possible interactions, modulo their number. */
  choice: number;
  /** The position among the concurrent activities. */
  place: number;
  /** The number of duplicates. */
  copies: number;
}

/**
 * An activity that arrives. An interaction, sent once or more, and its Undo share a story; the same interaction made
 * again starts another.
 */
export interface IncomingActivity extends Interaction {
  kind: Received;
  story: string;
  place: number;
  copies: number;
}

/** A member's request, or activities in any order, with the resulting model. */
export type Step =
  | { requested: Requested; interaction: Interaction; model: Model }
  | { incoming: IncomingActivity[]; model: Model };

const begins: Record<string, string> = {
  unlike: 'like',
  unboost: 'boost',
  unfollow: 'follow',
  unblock: 'block',
};
const ends: Record<string, string> = Object.fromEntries(Object.entries(begins).map(([end, begin]) => [begin, end]));

/** Finds one of the last two interactions that can be undone, repeated or sent once more; `choice` selects it. */
function repeat(
  done: { name: Received; interaction: Interaction }[],
  kind: 'back' | 'again' | 'more',
  choice: number,
): { name: Received; interaction: Interaction } | null {
  const others = kind === 'again' ? begins : ends;
  const few = done.filter(({ name }) => name in others).slice(0, 2);
  const one = few[choice % few.length];
  if (!one || kind === 'more') return one ?? null;
  return { name: others[one.name] as Received, interaction: one.interaction };
}

const nouns: Record<string, (interaction: Interaction) => string> = {
  like: ({ by, key }) => `like ${by} ${key}`,
  boost: ({ by, key }) => `boost ${by} ${key}`,
  follow: ({ by, member }) => `follow ${by} ${member}`,
  block: ({ by, member }) => `block ${by} ${member}`,
};

export const kinds: RandomStep['kind'][] = [
  ...Object.keys(received).map((kind) => `received ${kind as Received}` as const),
  ...Object.keys(requested).map((kind) => `requested ${kind as Requested}` as const),
];

const keys = [
  ...remoteNames.flatMap((name) => slots.map((slot) => `${name}/${slot}`)),
  ...members.flatMap((name) => [`${name}/recipe`, `${name}/status`]),
];
const interactions: Interaction[] = remoteNames.flatMap((by) =>
  members.flatMap((member) => keys.map((key) => ({ by, member, key }))),
);
const reachable = ({ left }: Model, key: string) => !left.has(authorOf(key) as RemoteName);

export function plan(randomSteps: RandomStep[]): Step[] {
  const model = newModel();
  const steps: Step[] = [];
  const received = new Map<string, number>();
  let incoming: IncomingActivity[] = [];
  let touched = new Map<string, { family: string; writes: boolean }[]>();

  const end = () => {
    if (incoming.length > 0) steps.push({ incoming, model: structuredClone(model) });
    incoming = [];
    touched = new Map();
  };

  const done: { name: Received; interaction: Interaction }[] = [];
  const canBe = (rule: Rule, interaction: Interaction) =>
    !model.left.has(interaction.by) && reachable(model, interaction.key) && rule.can(model, interaction);

  for (const { kind, choice, place, copies } of randomSteps) {
    const isOnceMore = kind === 'more';
    const repeated = kind === 'back' || kind === 'again' || isOnceMore ? repeat(done, kind, choice) : null;
    if (!repeated && !kind.includes(' ')) continue;
    const [source, name] = repeated
      ? (['received', repeated.name] as const)
      : (kind.split(' ') as ['received', Received] | ['requested', Requested]);
    const rule = source === 'received' ? ruleOf(name) : requestedRuleOf(name);
    // What is sent once more has not ended.
    const condition = isOnceMore ? ruleOf(ends[name] as Received) : rule;
    const possible = (repeated ? [repeated.interaction] : interactions).filter((interaction) =>
      canBe(condition, interaction),
    );
    const interaction = possible[choice % possible.length];
    if (!interaction) continue;
    if (source === 'requested') {
      end();
      rule.apply(model, interaction);
      steps.push({ requested: name, interaction, model: structuredClone(model) });
      continue;
    }

    const story = storyOf(received, name, interaction, isOnceMore);
    const family = rule.family?.(model, interaction) ?? story.replace(/ \d+$/, '');
    const touches = rule.touches!(interaction);
    const alone = touches.includes('all');
    const clashes = touches.some((touch) => {
      const [way, ...what] = touch.split(' ');
      const others = touched.get(what.join(' ')) ?? [];
      return others.some((other) => other.family !== family && (way === 'w' || other.writes));
    });
    if (clashes || alone) end();
    if (!isOnceMore) rule.apply(model, interaction);
    incoming.push({ ...interaction, kind: name, story, place, copies });
    if (!isOnceMore && (name in ends || name in begins)) done.unshift({ name, interaction });
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

function storyOf(received: Map<string, number>, kind: Received, interaction: Interaction, isOnceMore: boolean): string {
  const given = ruleOf(kind).story?.(interaction);
  if (given) return given;
  const noun = nouns[begins[kind] ?? kind]!(interaction);
  const count = (received.get(noun) ?? 0) + (begins[kind] || isOnceMore ? 0 : 1);
  received.set(noun, count);
  return `${noun} ${count}`;
}

export function describeSteps(steps: Step[]): string {
  const line = ({ by, member, key }: Interaction) => `${by} ${member} ${key}`;
  return steps
    .map((step) =>
      'requested' in step
        ? `  ${step.interaction.member} asks: ${step.requested} ${line(step.interaction)}`
        : `  in any order: ${step.incoming
            .toSorted((one, other) => one.place - other.place)
            .map((one) => `${one.kind} ${line(one)} × ${one.copies + 1}`)
            .join('; ')}`,
    )
    .join('\n');
}
