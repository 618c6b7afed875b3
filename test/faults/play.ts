/** Lets members carry out a plan, each one step after the other, while the others do the same. */
import type { Client } from './client.ts';
import { type Fixture, type Name, names } from './fixture.ts';
import type { Item, Operation } from './journal.ts';
import { edit, follow, pathOf, publish, react, remove } from './operations.ts';
import type { Step } from './plan.ts';

export interface Played {
  /** Steps that were carried out. */
  count: number;
  /** What somebody read who may not. */
  leaked: string[];
}

/** Stops early when `isOver`. */
export async function play(fixture: Fixture, steps: Step[], isOver: () => boolean): Promise<Played> {
  const played: Played = { count: 0, leaked: [] };
  const published = new Map<number, PromiseWithResolvers<Item | null>>();
  for (const { action, item } of steps) if (action === 'publish') published.set(item, Promise.withResolvers());

  const playOne = async (step: Step) => {
    const client = fixture.members[step.member];
    if (step.action === 'publish') {
      const parent = step.parent === null ? null : await published.get(step.parent)!.promise;
      const { type, visibility } = step;
      const publishing = publish(fixture.journal, client, { type, visibility, parent });
      const item = publishing.then((operation) => (operation.verdict === 'acknowledged' ? operation.item : null));
      published.get(step.item)!.resolve(item.catch(() => null));
      return void (await publishing);
    }
    const item = step.item === -1 ? null : await published.get(step.item)!.promise;
    if (step.item !== -1 && item === null) return;
    if (step.action === 'probe') return void played.leaked.push(...(await probe(fixture, item!)));
    await actOn(fixture, client, step, item!);
  };

  await Promise.all(
    names.map(async (name) => {
      for (const step of steps.filter(({ member }) => member === name)) {
        if (isOver()) {
          // Others may wait for it.
          if (step.action === 'publish') published.get(step.item)!.resolve(null);
          continue;
        }
        played.count += 1;
        await playOne(step);
      }
    }),
  );
  return played;
}

function actOn(fixture: Fixture, client: Client, step: Step, item: Item): Promise<Operation> {
  const { journal, members } = fixture;
  switch (step.action) {
    case 'edit':
    case 'forbidden':
      return edit(journal, client, item);
    case 'delete':
      return remove(journal, client, item);
    case 'follow':
    case 'unfollow':
      return follow(journal, client, step.action, members[step.followee]);
    case 'like':
    case 'unlike':
    case 'boost':
    case 'unboost':
      return react(journal, client, step.action, item);
    default:
      return publish(journal, client, { isInvalid: true });
  }
}

/** Anonymous clients and accounts that the author blocks may never read it. */
async function probe({ members, anybody, blocks }: Fixture, item: Item): Promise<string[]> {
  const blocked = (Object.keys(members) as Name[]).filter((name) => blocks.has(`${item.author} ${name}`));
  const leaks: string[] = [];
  for (const client of [anybody, ...blocked.map((name) => members[name])]) {
    const response = await client.request('get', pathOf(item));
    if (JSON.stringify(response?.body ?? '').includes(item.marker))
      leaks.push(`${item.marker} to ${client.name || 'anybody'} while it was under way`);
  }
  return leaks;
}
