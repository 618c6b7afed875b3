/** PHANTOM: an effect of an operation that was refused or rolled back. */
import { operationsOn } from '../expectation.ts';
import type { Fixture } from '../fixture.ts';
import type { Item, Operation } from '../journal.ts';
import { textOf } from '../operations.ts';
import type { Arrivals } from './arrivals.ts';
import type { View } from './view.ts';

export function findPhantoms(fixture: Fixture, view: View, arrivals: Arrivals): string[] {
  const seen = everythingSeen(view, arrivals);
  const refused = fixture.journal.operations.filter(({ verdict }) => verdict === 'refused');
  return [...refused.flatMap((operation) => effectOf(operation, seen)), ...strangeActivities(fixture, arrivals)];
}

const everythingSeen = (view: View, arrivals: Arrivals): string =>
  [
    ...[...view.own.values(), ...view.home.values(), view.public].flat().map(({ text }) => text),
    ...[...view.items.values()].map(({ body }) => JSON.stringify(body)),
    ...arrivals.first.map(({ json }) => JSON.stringify(json)),
  ].join('\n');

/** A refused text must not be seen. What a refused reaction may not change is checked as lost. */
function effectOf({ action, item, version, member }: Operation, seen: string): string[] {
  if (!item || (action !== 'publish' && action !== 'edit')) return [];
  return new RegExp(`${textOf(item, version)}\\b`).test(seen)
    ? [`the refused ${action} of ${item.marker} by ${member}`]
    : [];
}

/** A Create of something that nobody published, such as that of a rolled-back transaction. */
function strangeActivities({ journal }: Fixture, arrivals: Arrivals): string[] {
  const known = new Set(journal.items.map(({ iri }) => iri));
  const maybe = journal.items.filter((item) => isUnknown(journal, item));
  return arrivals.first
    .filter(({ type, object, json }) => {
      if (type !== 'Create' || known.has(object)) return false;
      const text = JSON.stringify(json);
      return !maybe.some(({ marker }) => text.includes(marker));
    })
    .map(({ host, object }) => `Create of ${object} at ${host}`);
}

const isUnknown = (journal: Fixture['journal'], item: Item) =>
  operationsOn(journal, item, 'publish').some(({ verdict }) => verdict !== 'acknowledged' && verdict !== 'refused');
