/** LOST: an acknowledged operation whose effect is missing in the API or in an entitled inbox. */
import { expectedItem, expectedState, followedThroughout, operationsOn } from '../expectation.ts';
import type { Fixture } from '../fixture.ts';
import type { Item, Operation } from '../journal.ts';
import { versionIn } from '../operations.ts';
import { type Arrivals, findArrival } from './arrivals.ts';
import { type View, viewKey } from './view.ts';

export function findLost(fixture: Fixture, view: View, arrivals: Arrivals): string[] {
  const { items } = fixture.journal;
  return items.flatMap((item) => [
    ...missingInApi(fixture, view, item),
    ...missingReactions(fixture, view, item),
    ...missingInHomes(fixture, view, item),
    ...missingInInboxes(fixture, arrivals, item),
  ]);
}

function missingInApi({ journal, members }: Fixture, view: View, item: Item): string[] {
  const { exists, minVersion } = expectedItem(journal, item);
  if (item.id === null || exists === null) return [];
  const { status, body } = view.items.get(viewKey(members[item.author as keyof typeof members], item))!;
  if (!exists) return status === 404 || status === 410 ? [] : [`the deletion of ${item.marker}`];
  if (status !== 200) return [`${item.marker}, which its author reads as ${status}`];
  const version = versionIn(`${body.name ?? ''} ${body.content ?? ''}`, item);
  const listed = view.own.get(item.author)!.some(({ id }) => id === item.id);
  return [
    ...(version === null || version < minVersion
      ? [`version ${minVersion} of ${item.marker}, which shows ${version}`]
      : []),
    ...(listed ? [] : [`${item.marker} in the list of ${item.author}`]),
  ];
}

const pairs = [
  ['like', 'unlike', 'liked'],
  ['boost', 'unboost', 'boosted'],
] as const;

function missingReactions({ journal, members }: Fixture, view: View, item: Item): string[] {
  return Object.values(members).flatMap((member) =>
    pairs.flatMap(([begin, end, field]) => {
      const operations = operationsOn(journal, item, begin, end).filter((one) => one.member === member.name);
      const expected = expectedState(operations, begin);
      const response = view.items.get(viewKey(member, item));
      if (operations.length === 0 || expected === null || response?.status !== 200) return [];
      return response.body[field] === expected
        ? []
        : [`the ${operations.at(-1)!.action} of ${item.marker} by ${member.name}`];
    }),
  );
}

/** Only follows that did not change since before the publication are certain. */
function missingInHomes({ journal, members, blocks }: Fixture, view: View, item: Item): string[] {
  const [published] = operationsOn(journal, item, 'publish');
  if (!isCertain(published) || item.visibility === 'direct' || expectedItem(journal, item).exists !== true) return [];
  // Who gets a reply depends on whom they follow besides its author.
  if (item.parent) return [];
  return Object.values(members)
    .filter(
      ({ name }) =>
        name !== item.author && !blocks.has(`${item.author} ${name}`) && followedThroughout(journal, name, published),
    )
    .filter(({ name }) => !view.home.get(name)!.some(({ id }) => id === item.id))
    .map(({ name }) => `${item.marker} in the home timeline of ${name}`);
}

const isCertain = (operation: Operation | undefined): operation is Operation => operation?.verdict === 'acknowledged';

function missingInInboxes({ journal, followerHosts, peers }: Fixture, arrivals: Arrivals, item: Item): string[] {
  const hosts = followerHosts.get(item.author);
  const [published] = operationsOn(journal, item, 'publish');
  if (!hosts || !isCertain(published) || item.visibility === 'direct') return [];
  const { exists, minVersion } = expectedItem(journal, item);
  return [...hosts]
    .filter((host) => peers.hosts.includes(host))
    .flatMap((host) => {
      const of = (type: string) => arrivals.about(host, item.iri!).filter((one) => one.type === type);
      // An item that was deleted before its publication was sent is never sent.
      if (exists === false)
        return of('Create').length === 0 || of('Delete').length > 0 ? [] : [`Delete of ${item.marker} at ${host}`];
      if (exists === null) return [];
      if (of('Create').length === 0) return [`Create of ${item.marker} at ${host}`];
      const newest = Math.max(...arrivals.about(host, item.iri!).map(({ json }) => findArrival(json, item)));
      return newest >= minVersion ? [] : [`version ${minVersion} of ${item.marker} at ${host}, which has ${newest}`];
    });
}
