/** Declares operations that are the same for all four types of items. */
import type { Route } from '../http/route.ts';
import { type EventableKind, eventableKinds, folders } from '../lib/iris.ts';

type ItemPath = `/${string}/{id}`;

export const forEachEventableType = (routesOf: (type: EventableKind, item: ItemPath) => Route[]): Route[] =>
  eventableKinds.flatMap((type) => routesOf(type, `/${folders[type]}/{id}`));

/** Details of every operation that lists linked items. */
export const linkDetails = (items: string) =>
  `Returns each item once, at most 100, up to the server’s limit \`link_depth\`. Links through items of ` +
  `other types are followed, but only ${items} are returned. Items that the viewer may not see are skipped ` +
  `together with their links.`;
