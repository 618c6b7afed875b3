/** What members and other servers do while the clock of a server is wrong and when it is right again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { insist } from './checkers/view.ts';
import { demand } from './demand.ts';
import type { Fixture } from './fixture.ts';
import type { Item } from './journal.ts';
import { pathOf, publish } from './operations.ts';
import type { Json } from './peers/documents.ts';

interface Visit {
  whileWrong(when: string): Promise<void>;
  whenRight(when: string): Promise<void>;
  findings(): Promise<{ lost: string[]; outOfOrder: string[] }>;
}

const publishesPerStep = 5;
/** New deliveries must arrive within this time when the clock is right. */
const deliveryTimeoutMs = 30_000;

/** Keeps a page of a timeline, a repeatable request and a token from before the first jump. */
export async function openVisit(fixture: Fixture): Promise<Visit> {
  const { members, journal, peers, followerHosts } = fixture;
  const { ann, cy, eve } = members;
  const lost: string[] = [];
  const published: Item[] = [];
  const likes: { activity: Json; name: string }[] = [];

  /** One after the other, so that their order is certain. */
  const publishSome = async () => {
    const items: Item[] = [];
    for (let n = 0; n < publishesPerStep; n += 1) items.push((await publish(journal, ann)).item!);
    published.push(...items);
    return items;
  };
  const readIds = async (path: string) => {
    const { status, body } = await insist(cy, path);
    return status === 200 ? body.map((entry: { object: Item }) => entry.object.id) : [`status ${status}`];
  };
  /** A fan-out that is late moves an item up, so no jump comes between. */
  const publishAndSee = async () => {
    const items = await publishSome();
    const isShown = async () => {
      const ids = await readIds('/timeline?limit=80');
      return items.every(({ id }) => ids.includes(id));
    };
    for (const began = performance.now(); !(await isShown()); await sleep(100))
      demand(performance.now() - began < deliveryTimeoutMs, 'the timeline does not show what was published');
    return items;
  };
  /** Eve has no followers. */
  const repeat = () =>
    eve.request('post', '/statuses', { content: 'Repeated', visibility: 'private' }, { 'idempotency-key': 'repeated' });

  await publishAndSee();
  const first = await insist(cy, '/timeline?limit=2');
  const nextPage = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1];
  demand(nextPage !== undefined, 'the timeline has no second page');
  const page = { url: nextPage!, ids: String(await readIds(nextPage!)) };
  const repeated = await repeat();

  const check = async (when: string) => {
    const ids = String(await readIds(page.url));
    if (ids !== page.ids) lost.push(`a page ${when}: ${page.ids} became ${ids}`);
    const again = await repeat();
    if (again?.body.id !== repeated!.body.id)
      lost.push(`a repeated request ${when}: ${again?.status} ${JSON.stringify(again?.body).slice(0, 100)}`);
  };
  const sendLike = (name: string, activity?: Json) => {
    const by = peers.actor(0, name);
    const fresh = {
      id: `http://${by.host}/likes/${name}`,
      type: 'Like',
      actor: by.iri,
      object: published[0]!.iri,
    };
    const sent = activity ?? { '@context': 'https://www.w3.org/ns/activitystreams', ...fresh };
    return peers.send(sent, by).then((status) => ({ status, sent }));
  };
  const awaitCreates = async (items: Item[], when: string) => {
    const hosts = [...followerHosts.get('ann')!];
    const missing = () =>
      hosts.flatMap((host) =>
        items.filter(
          ({ iri }) => !peers.deliveries.some((one) => one.isAccepted && one.host === host && one.object === iri),
        ),
      );
    for (const began = performance.now(); missing().length > 0; await sleep(200)) {
      if (performance.now() - began < deliveryTimeoutMs) continue;
      lost.push(`${missing().length} deliveries within ${deliveryTimeoutMs / 1_000} s ${when}`);
      return;
    }
  };

  return {
    whileWrong: async (when) => {
      await publishAndSee();
      const name = `fan${likes.length + 1}`;
      const { status, sent } = await sendLike(name);
      likes.push({ activity: sent, name });
      if (status !== 401) lost.push(`the refusal of a signature ${when}: answered ${status}`);
      await check(when);
    },
    whenRight: async (when) => {
      const items = await publishAndSee();
      const { activity, name } = likes.at(-1)!;
      const { status } = await sendLike(name, activity);
      if (status !== 202) lost.push(`the acceptance of a signature ${when}: answered ${status}`);
      await check(when);
      await awaitCreates(items, when);
    },
    findings: async () => {
      const tooOld = peers.unverified.filter((one) => one.endsWith(': the signature is too old'));
      demand(tooOld.length > 0, 'no signature was made by a wrong clock');
      peers.unverified.splice(0, Infinity, ...peers.unverified.filter((one) => !tooOld.includes(one)));
      const { body } = await insist(ann, pathOf(published[0]!));
      if (body.likes_count !== likes.length) lost.push(`a like: ${body.likes_count} of ${likes.length} are counted`);
      const shown: number[] = (await readIds('/timeline?limit=80')).filter((id: number) =>
        published.some((item) => item.id === id),
      );
      const expected = published.map(({ id }) => id).reverse();
      const outOfOrder =
        String(shown) === String(expected) ? [] : [`the timeline shows ${shown} instead of ${expected}`];
      return { lost, outOfOrder };
    },
  };
}
