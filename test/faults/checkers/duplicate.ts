/** DUPLICATE: something visible twice, or two activity ids for one operation. */
import { operationsOn } from '../expectation.ts';
import type { Fixture } from '../fixture.ts';
import type { Item } from '../journal.ts';
import type { Arrivals } from './arrivals.ts';
import type { View } from './view.ts';

export function findDuplicates(fixture: Fixture, view: View, arrivals: Arrivals): string[] {
  return [...shownTwice(view), ...fixture.journal.items.flatMap((item) => toldTwice(fixture, arrivals, item))];
}

/** By text, since a duplicate has another id. */
function shownTwice({ own, home }: View): string[] {
  const lists = [
    ...[...own].map(([name, shown]) => ({ title: `own list of ${name}`, shown })),
    ...[...home].map(([name, shown]) => ({ title: `home timeline of ${name}`, shown })),
  ];
  return lists.flatMap(({ title, shown }) => {
    const markers = shown.flatMap(({ text }) => /mark\w{4}x\d{5}/.exec(text) ?? []);
    const times = Map.groupBy(markers, (marker) => marker);
    return [...times].flatMap(([marker, all]) =>
      all.length > 1 ? [`${marker} ${all.length} times in the ${title}`] : [],
    );
  });
}

function toldTwice({ journal, peers }: Fixture, arrivals: Arrivals, item: Item): string[] {
  if (item.iri === null) return [];
  const edits = operationsOn(journal, item, 'edit').filter(({ verdict }) => verdict !== 'refused');
  // Each attempt of an edit may have been applied.
  const allowed = { Create: 1, Delete: 1, Update: edits.reduce((sum, { attempts }) => sum + attempts, 0) };
  return peers.hosts.flatMap((host) =>
    Object.entries(allowed).flatMap(([type, most]) => {
      const ids = arrivals.about(host, item.iri!).filter((one) => one.type === type);
      return ids.length > most ? [`${ids.length} ${type} of ${item.marker} at ${host}`] : [];
    }),
  );
}
