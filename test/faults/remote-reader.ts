/** A second real server, whose member follows Ann and sees what arrives there. */
import { eventually } from '../demo/eventually.ts';
import type { Instance } from '../support/instance.ts';
import { list } from './checkers/view.ts';
import { type Client, joinMembers } from './client.ts';
import { expectedItem, operationsOn } from './expectation.ts';
import type { Fixture } from './fixture.ts';
import { versionIn } from './operations.ts';
import type { Outcome } from './outcome.ts';
import { quiesce } from './quiescence.ts';

export interface RemoteReader {
  beta: Instance;
  fay: Client;
}

const timeoutMs = 60_000;

/** Resolves when the follow is accepted. */
export async function followFrom(beta: Instance, { alpha }: Fixture): Promise<RemoteReader> {
  const { fay } = await joinMembers(beta, ['fay']);
  const address = encodeURIComponent(`ann@${alpha.host}`);
  const look = async () => (await fay.request('get', `/accounts/${address}`))?.body;
  await eventually('Ann to be loaded', look, (account) => account?.state === 'loaded', timeoutMs);
  const { id } = await look();
  await fay.request('post', `/accounts/${id}/follow`);
  await eventually(
    'the follow to be accepted',
    async () => (await fay.request('get', `/accounts/relationships?id=${id}`))?.body,
    (relationships) => relationships?.[0]?.following === true,
    timeoutMs,
  );
  return { beta, fay };
}

/** Adds to the findings what the reader misses or sees twice. */
export async function judgeReader(
  { journal }: Fixture,
  { beta, fay }: RemoteReader,
  outcome: Outcome,
): Promise<Outcome> {
  await quiesce(beta);
  const shown = await list(fay, '/timeline');
  const own = journal.items.filter(
    (item) => item.author === 'ann' && operationsOn(journal, item, 'publish')[0]?.verdict === 'acknowledged',
  );
  const found = own.map((item) => ({
    item,
    expected: expectedItem(journal, item),
    versions: shown.map(({ text }) => versionIn(text, item)).filter((version) => version !== null),
  }));
  const isLost = ({ expected, versions }: (typeof found)[number]) =>
    expected.exists === true && !versions.some((version) => version >= expected.minVersion);
  const isKept = ({ expected, versions }: (typeof found)[number]) => expected.exists === false && versions.length > 0;
  const describe = (what: string) => (one: (typeof found)[number]) => `${what}${one.item.marker} on beta`;
  return {
    ...outcome,
    lost: [
      ...outcome.lost,
      ...found.filter(isLost).map(describe('')),
      ...found.filter(isKept).map(describe('the deletion of ')),
    ],
    duplicated: [...outcome.duplicated, ...found.filter(({ versions }) => versions.length > 1).map(describe('twice '))],
  };
}
