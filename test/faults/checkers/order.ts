/** ORDER: at each inbox an object's Create comes before its Updates and these before its Delete, and versions only rise. */
import type { Item } from '../journal.ts';
import type { World } from '../world.ts';
import { type Arrivals, findArrival } from './arrivals.ts';

const rank: Record<string, number> = { Create: 0, Update: 1, Delete: 2 };

export function findDisorder({ journal, peers }: World, arrivals: Arrivals): string[] {
  return journal.items.flatMap((item) =>
    item.iri === null ? [] : peers.hosts.flatMap((host) => disorderAt(host, item, arrivals)),
  );
}

function disorderAt(host: string, item: Item, arrivals: Arrivals): string[] {
  const arrived = arrivals.about(host, item.iri!).filter(({ type }) => type in rank);
  return arrived.slice(1).flatMap((later, index) => {
    const earlier = arrived[index]!;
    if (rank[later.type]! < rank[earlier.type]!)
      return [`${later.type} of ${item.marker} after its ${earlier.type} at ${host}`];
    const [before, after] = [earlier, later].map(({ json }) => findArrival(json, item));
    const isOlder = later.type === 'Update' && after! < before!;
    return isOlder ? [`version ${after} of ${item.marker} after version ${before} at ${host}`] : [];
  });
}
