/**
 * ORDER: at each inbox an object's Create comes before its Updates and these before its Delete, and versions only rise.
 * An Undo comes after what it undoes, and before the next activity of that type about the object.
 */
import type { Fixture } from '../fixture.ts';
import type { Item } from '../journal.ts';
import type { Delivery } from '../peers/host.ts';
import { type Arrivals, findArrival } from './arrivals.ts';

const rank: Record<string, number> = { Create: 0, Update: 1, Delete: 2 };

export function findDisorder({ journal, peers }: Fixture, arrivals: Arrivals): string[] {
  const items = journal.items.flatMap((item) =>
    item.iri === null ? [] : peers.hosts.flatMap((host) => disorderAt(host, item, arrivals)),
  );
  const interactions = Map.groupBy(arrivals.first, interactionOf);
  interactions.delete(null);
  return [...items, ...[...interactions.values()].flatMap(overtakenIn)];
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

const begins = ['Announce', 'Block', 'Follow', 'Like'];

/** What is done or undone where, or null. */
function interactionOf({ host, inbox, type, json }: Delivery): string | null {
  const done = type === 'Undo' ? (json.object as Delivery['json']) : json;
  return begins.includes(String(done.type)) ? [host, inbox, done.actor, done.type, done.object].join(' ') : null;
}

/** `arrived` are the activities of one interaction, in order. What was undone before it was sent does not arrive. */
function overtakenIn(arrived: Delivery[]): string[] {
  return arrived.flatMap(({ type, object, host }, place) => {
    if (type !== 'Undo') return [];
    const earlier = arrived.slice(0, place);
    const begun = earlier.findLast((one) => one.type !== 'Undo')?.id;
    const isLive = begun !== undefined && !earlier.some((one) => one.type === 'Undo' && one.object === begun);
    if (isLive && begun !== object) return [`the Undo of ${object} after ${begun} at ${host}`];
    const isEarly = arrived.slice(place).some(({ id }) => id === object);
    return isEarly ? [`${object} after its Undo at ${host}`] : [];
  });
}
