/** Runs many operations, a few at a time. */
import type { Client } from './client.ts';
import type { Fixture, Name } from './fixture.ts';
import type { Item, Journal, Operation } from './journal.ts';
import { edit, publish, react, remove } from './operations.ts';

/** Calls `operation` with 0, 1, 2 … and waits for all. `before` is called ahead of each. */
export async function runAll(
  count: number,
  parallel: number,
  operation: (n: number) => Promise<unknown>,
  before: (n: number) => void = () => {},
): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let n = next++; n < count; n = next++) {
      before(n);
      await operation(n);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

const pick = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/**
 * Publishes most of the time, and otherwise edits, deletes, likes and boosts what was published. An item has one writer
 * at a time.
 */
export function publishingLoad(fixture: Fixture, random: () => number): (n: number) => Promise<Operation> {
  const { journal, members } = fixture;
  const idle: Item[] = [];
  const writer = async (client: Client, item: Item, change: typeof edit) => {
    idle.splice(idle.indexOf(item), 1);
    const operation = await change(journal, client, item);
    if (operation.action !== 'delete') idle.push(item);
    return operation;
  };

  return async () => {
    const author = members[pick(random, ['ann', 'bo'] as const)];
    const choice = random();
    const item = pick(random, idle);
    if (choice < 0.6 || !item) return create(journal, author, random, idle);
    const owner = members[item.author as Name];
    if (choice < 0.75) return writer(owner, item, edit);
    if (choice < 0.8) return writer(owner, item, remove);
    const reader = pick(random, [members.cy, members.ann, members.bo]);
    return item.visibility !== 'private' && choice > 0.9
      ? boostAgain(journal, reader, item)
      : react(journal, reader, 'like', item);
  };
}

async function create(journal: Journal, author: Client, random: () => number, idle: Item[]): Promise<Operation> {
  const choice = random();
  const operation = await publish(journal, author, {
    visibility: pick(random, ['public', 'public', 'unlisted', 'private'] as const),
    isInvalid: choice < 0.05,
  });
  if (operation.verdict === 'acknowledged') idle.push(operation.item!);
  return operation;
}

/** Boosts the item, takes that back, and boosts it again at once. */
async function boostAgain(journal: Journal, reader: Client, item: Item): Promise<Operation> {
  await react(journal, reader, 'boost', item);
  await react(journal, reader, 'unboost', item);
  return react(journal, reader, 'boost', item);
}
