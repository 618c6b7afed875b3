/** Signed GETs of followers-only items, and responses for deleted items. */
import { beforeEach, expect, test } from 'vitest';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { deleteAccount, eraseAccountContent } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { as } from '../support/as.ts';
import { bob, remote, uniqueName, useBob } from '../support/bob.ts';
import { drain } from '../support/drain.ts';
import { publishStatus } from '../support/own-status.ts';
import { deliverFrom, useReceiver } from '../support/receiver.ts';
import type { PeerActor } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';

useReceiver();
useBob();

let ann: Account;
/** Not a follower of Ann, on Bob's server. */
let mal: PeerActor;
let instance: PeerActor;
let secret: { id: number; iri: string };

beforeEach(async () => {
  ann = await register({ username: uniqueName('ann') });
  const { iri: _, ...pair } = bob.rsa;
  [mal, instance] = [remote.actor('mal', {}, pair), remote.actor('instance', { type: 'Application' }, pair)];
  await deliverFrom(remote, 'Follow', bob, ann.iri);
  secret = await publishStatus(ann, 'private');
});

async function getFrom(signer: PeerActor | null, url: string): Promise<Response> {
  const signature = signer ? signatureHeaders({ method: 'GET', url, body: null }, signer.rsa) : {};
  const headers = { accept: 'application/activity+json', ...signature };
  return (await handleFederationRequest(new Request(url, { headers })))!;
}
const getAs = async (signer: PeerActor | null, url: string) => (await getFrom(signer, url)).status;
const statuses = (...signers: (PeerActor | null)[]) => Promise.all(signers.map((signer) => getAs(signer, secret.iri)));

test('a followers-only item is served to a follower and to the instance actor of its server, and to nobody else', async () => {
  expect(await statuses(bob, instance, mal, null)).toEqual([200, 200, 404, 404]);
  const replies = (signer: PeerActor) => getAs(signer, `${secret.iri}/replies`);
  expect([await replies(bob), await replies(instance), await replies(mal)]).toEqual([200, 200, 404]);
});

test('a direct item is served to the account it mentions', async () => {
  await deliverFrom(remote, 'Undo', mal, remote.iri('/activities/none'));
  const { body } = await as(ann).post('/statuses', {
    content: `Hello @${mal.handle}`,
    visibility: 'direct',
  });
  await drain();
  secret = { id: body.id, iri: body.uri };
  expect(await statuses(mal, bob)).toEqual([200, 404]);
});

test('an instance actor gets no followers-only item while the author blocks an account of its server', async () => {
  await deliverFrom(remote, 'Follow', mal, ann.iri);
  expect(await statuses(bob, instance, mal)).toEqual([200, 200, 200]);
  await block(ann.id, (await findAccountByIri(mal.iri))!.id);
  expect(await statuses(bob, instance, mal)).toEqual([200, 404, 404]);
});

test.each([
  ['public', 410],
  ['unlisted', 410],
  ['private', 404],
  ['direct', 404],
] as const)('a deleted %s item answers %i', async (visibility, status) => {
  const post = await publishStatus(ann, visibility);
  expect((await as(ann).delete(`/statuses/${post.id}`)).status).toBe(204);
  expect(await getAs(null, post.iri)).toBe(status);
  expect(await getAs(bob, post.iri)).toBe(status);
});

test('the items of a deleted account answer 410 if everybody could see them', async () => {
  const [open, hidden] = [await publishStatus(ann), secret];
  await deleteAccount(ann.id);
  await eraseAccountContent(ann.id);
  expect([await getAs(null, open.iri), await getAs(null, hidden.iri)]).toEqual([410, 404]);
});

test('a deleted account is shown as suspended until its Delete reached every server, which may fetch its key', async () => {
  const fetched: unknown[] = [];
  remote.responses.set(remote.iri('/inbox'), async (request) => {
    const { type } = (await request.json()) as { type: string };
    if (type === 'Delete') fetched.push(await (await getFrom(null, ann.iri!)).json());
    return new Response(null, { status: 202 });
  });
  await deleteAccount(ann.id);
  await drain();

  const publicKey = { id: `${ann.iri}#main-key`, publicKeyPem: expect.any(String) };
  expect(fetched).toMatchObject([{ id: ann.iri, type: 'Person', suspended: true, publicKey }]);
  expect(await getAs(null, ann.iri!)).toBe(410);
});
