/** Indexes what the inboxes of remote servers accepted. */
import type { Fixture } from '../fixture.ts';
import type { Item } from '../journal.ts';
import { versionIn } from '../operations.ts';
import type { Delivery } from '../peers/host.ts';

export interface Arrivals {
  /** The first accepted delivery of each activity at each host, in order. */
  first: Delivery[];
  /** Accepted deliveries of activities that the host had accepted before. */
  redelivered: number;
  /** Those of `first` whose object is that one, in order. */
  about(host: string, objectIri: string): Delivery[];
}

export function indexArrivals({ peers }: Fixture): Arrivals {
  const seen = new Set<string>();
  const byObject = new Map<string, Delivery[]>();
  const first: Delivery[] = [];
  let redelivered = 0;
  for (const delivery of peers.deliveries.filter(({ isAccepted }) => isAccepted)) {
    const key = `${delivery.host} ${delivery.id}`;
    if (seen.has(key)) {
      redelivered += 1;
      continue;
    }
    seen.add(key);
    first.push(delivery);
    const about = `${delivery.host} ${delivery.object}`;
    byObject.set(about, [...(byObject.get(about) ?? []), delivery]);
  }
  return { first, redelivered, about: (host, iri) => byObject.get(`${host} ${iri}`) ?? [] };
}

/** The version of the item in an activity; -1 if it contains none. */
export const findArrival = (json: unknown, item: Item): number => versionIn(JSON.stringify(json), item) ?? -1;
