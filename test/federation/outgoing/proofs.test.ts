/** Public activities carry a proof of their author, and other activities do not. */
import { verifyObject } from '@fedify/fedify/sig';
import { Activity } from '@fedify/fedify/vocab';
import { expect, test } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { getKeyPairs } from '../../../src/domain/accounts/keys.ts';
import { follow } from '../../../src/domain/interactions/follow.ts';
import { boost, like, unboost } from '../../../src/domain/interactions/on-item.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../../src/domain/recipes/write.ts';
import { handleFederationRequest } from '../../../src/federation/index.ts';
import { loadKnownContext } from '../../../src/federation/json-ld/context.ts';
import type { JsonObject } from '../../../src/federation/json-ld/json.ts';
import { readProofs } from '../../../src/federation/verify/proof.ts';
import { ann, draft, insertRemoteStatus, remoteAccount, remoteFollower, sent, updateOf, useSender } from './fixture.ts';

useSender();

/** Asks for nothing but the actor, as it is served here; null unless every proof is the actor's. */
const proofsHold = (json: object) =>
  verifyObject(Activity, json, {
    contextLoader: loadKnownContext,
    documentLoader: async (url) => {
      const response = await handleFederationRequest(
        new Request(url, { headers: { accept: 'application/activity+json' } }),
      );
      return { contextUrl: null, documentUrl: url, document: await response!.json() };
    },
  });

/** As another Potluck looks at it, which takes the proof as it stands. */
async function hasProofOf({ id }: Account, activity: JsonObject): Promise<boolean> {
  const [proof, ...more] = readProofs(activity);
  expect(more).toEqual([]);
  return (await proof!.prepare(proof!.keyId))!.isSignedBy((await getKeyPairs(id)).ed25519.publicKey);
}

test('a public activity can be verified from its body alone', async () => {
  const item = await insertRemoteStatus(await remoteAccount('eve'));
  const id = await createRecipe(ann.id, { ...draft, description: 'Crème “brûlée”, 2½ €', prepTime: 90 });
  const activities = await sent();
  await updateRecipe(ann.id, id, { name: 'Better soup', visibility: 'unlisted' });
  activities.push(...(await sent()));
  await deleteRecipe(ann.id, id);
  await boost(ann.id, item.id);
  activities.push(...(await sent()));
  await unboost(ann.id, item.id);
  activities.push(...(await sent()), ...(await sent([updateOf(ann)])));

  const types = ['Create', 'Update', 'Delete', 'Announce', 'Undo', 'Update'];
  expect(activities.map(({ type }) => type)).toEqual(types);
  for (const { inboxes: _, ...activity } of activities) {
    expect(activity.proof.verificationMethod).toBe(`${ann.iri}#ed25519-key`);
    expect(await proofsHold(activity)).toHaveProperty('actorId.href', ann.iri);
    expect(await hasProofOf(ann, activity)).toBe(true);
    expect(await proofsHold({ ...activity, summary: 'Eve’s' })).toBeNull();
    expect(await proofsHold({ ...activity, proof: undefined })).toBeNull();
  }
});

test('a non-public activity has no proof', async () => {
  const bob = await remoteFollower('bob');
  const item = await insertRemoteStatus(bob);
  await sent();
  await like(ann.id, item.id);
  await follow(ann.id, bob.id);
  await createRecipe(ann.id, { ...draft, visibility: 'private' });
  const id = await createRecipe(ann.id, draft);
  const [liked, followed, create, ...open] = await sent();
  expect(open).toMatchObject([{ proof: {} }]);
  // Its end is for some servers only: these could pass it on to the others.
  await updateRecipe(ann.id, id, { visibility: 'private' });
  const narrowed = await sent();
  expect(narrowed.map(({ type }) => type)).toEqual(expect.arrayContaining(['Update', 'Delete']));
  for (const activity of [liked, followed, create, ...narrowed]) expect(activity).not.toHaveProperty('proof');
});
