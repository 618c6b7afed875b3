/** DUPLICATE: something visible twice, or two activity ids for one operation. */
import { operationsOn } from '../expectation.ts';
import type { Item } from '../journal.ts';
import { versionIn } from '../operations.ts';
import type { World } from '../world.ts';
import type { Arrivals } from './arrivals.ts';
import type { View } from './view.ts';

export function findDuplicates(world: World, view: View, arrivals: Arrivals): string[] {
  return world.journal.items.flatMap((item) => [
    ...shownTwice(view, item),
    ...toldTwice(world, arrivals, item),
  ]);
}

/** By text, since a duplicate has another id. */
function shownTwice(view: View, item: Item): string[] {
  const lists: [string, Map<string, { text: string }[]>][] = [
    ['own list', view.own],
    ['home timeline', view.home],
  ];
  return lists.flatMap(([title, lists]) =>
    [...lists].flatMap(([member, shown]) => {
      const times = shown.filter(({ text }) => versionIn(text, item) !== null).length;
      return times > 1 ? [`${item.marker} ${times} times in the ${title} of ${member}`] : [];
    }),
  );
}

function toldTwice({ journal, peers }: World, arrivals: Arrivals, item: Item): string[] {
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
