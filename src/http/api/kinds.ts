/** Operations that are the same for all kinds of items. */
import { type EventableKind, eventableKinds, folders } from '../../lib/iris.ts';
import type { Route } from '../route.ts';

type ItemPath = `/${string}/{id}`;

export const forEachKind = (routesOf: (type: EventableKind, item: ItemPath) => Route[]): Route[] =>
  eventableKinds.flatMap((type) => routesOf(type, `/${folders[type]}/{id}`));

/** What is told of every list of linked items. */
export const linkDetails = (items: string) =>
  `Each once, at most 100, and no farther than \`link_depth\` of the server’s limits. Links of every kind are followed, ${items} alone are shown; what the viewer may not see leads no further.`;
