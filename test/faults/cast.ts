/** The cast: Ann publishes on alpha, Cy follows her there, Bo from beta. */
import { eventually } from '../demo/eventually.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { Instance } from '../support/instance.ts';

export interface Cast {
  ann: ApiClient;
  bo: ApiClient;
  cy: ApiClient;
}

export async function gather(alpha: Instance, beta: Instance): Promise<Cast> {
  const [ann, cy, bo] = await Promise.all([alpha.join('ann'), alpha.join('cy'), beta.join('bo')]);
  await Promise.all([follow(cy, 'ann'), follow(bo, `ann@${alpha.host}`)]);
  return { ann, bo, cy };
}

async function follow(follower: ApiClient, address: string): Promise<void> {
  const look = async () => (await follower.get(`/accounts/${encodeURIComponent(address)}`)).body;
  await eventually(`${address} loaded`, look, ({ state }) => state === 'loaded', 30_000);
  const { id } = await look();
  await follower.post(`/accounts/${id}/follow`);
  await eventually(
    `a follow of ${address}`,
    async () => (await follower.get(`/accounts/relationships?id=${id}`)).body,
    ([relationship]) => relationship?.following === true,
    30_000,
  );
}
