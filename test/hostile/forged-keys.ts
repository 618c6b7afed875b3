/** Lists ways to claim that an attacker’s key belongs to Bob. */
import { fixture } from '../support/hostile-fixture.ts';
import { activityType, type Json, newRsaKey, type PeerActor, type RemoteServer } from '../support/remote-server.ts';
import type { SigningKey } from '../support/remote-server-signing.ts';

/** Each entry publishes a false key document or actor, and signs as Bob with that key. */
export const forgedKeys: [label: string, prepare: (evil: RemoteServer, eve: PeerActor) => SigningKey][] = [
  [
    'a key document on another server that names him as owner',
    (evil) => keyDocument(evil, '/key', { owner: fixture.bob.iri }),
  ],
  [
    'a key document on another server that names him as controller',
    (evil) => keyDocument(evil, '/key', { controller: fixture.bob.iri }),
  ],
  [
    'a key document on his server that names him as owner but is not listed by him',
    () => keyDocument(fixture.good, '/uploads/key', { owner: fixture.bob.iri }),
  ],
  [
    'an actor on another server whose key has him as owner',
    (_, eve) => {
      eve.json.publicKey = { id: eve.rsa.iri, owner: fixture.bob.iri, publicKeyPem: eve.rsa.publicPem };
      return eve.rsa;
    },
  ],
  [
    'an actor on another server that lists a key with the id of his key',
    (_, eve) => {
      const forged = newRsaKey(fixture.bob.rsa.iri);
      eve.json.publicKey = { id: forged.iri, owner: eve.iri, publicKeyPem: forged.publicPem };
      return forged;
    },
  ],
  [
    'an actor on another server that claims his id',
    (evil, eve) => {
      evil.serve(eve.iri, () => ({ ...fixture.bob.json, publicKey: keyOf(eve.rsa, fixture.bob.iri) }));
      return eve.rsa;
    },
  ],
  [
    'an actor on another server that claims his id with a fragment',
    (evil, eve) => {
      evil.serve(eve.iri, () => ({ ...eve.json, id: `${fixture.bob.iri}#eve` }));
      return eve.rsa;
    },
  ],
  [
    'a copy of him at another URL of his server, with another key',
    () => {
      const forged = newRsaKey(fixture.good.iri('/uploads/bob#main-key'));
      fixture.good.serve(fixture.good.iri('/uploads/bob'), () => ({
        ...fixture.bob.json,
        publicKey: keyOf(forged, fixture.bob.iri),
      }));
      return forged;
    },
  ],
  ['another actor of his server, rightly signed', () => fixture.mal.rsa],
  [
    'an open redirect on his server to an actor on another server',
    (evil) => {
      const forged = newRsaKey(fixture.good.iri('/login?next=evil#main-key'));
      redirect(fixture.good, '/login?next=evil', evil.iri('/bob'));
      evil.serve(evil.iri('/bob'), () => ({ ...fixture.bob.json, publicKey: keyOf(forged, fixture.bob.iri) }));
      return forged;
    },
  ],
  [
    'an open redirect on his server to a document that claims the URL of the redirect as its id',
    (evil) => {
      const forged = newRsaKey(fixture.good.iri('/go#main-key'));
      redirect(fixture.good, '/go', evil.iri('/go'));
      evil.serve(evil.iri('/go'), () => ({
        ...fixture.bob.json,
        id: fixture.good.iri('/go'),
        publicKey: keyOf(forged, fixture.good.iri('/go')),
      }));
      return forged;
    },
  ],
  [
    'a redirect from another server to him',
    (evil) => {
      const forged = newRsaKey(evil.iri('/to-bob#main-key'));
      redirect(evil, '/to-bob', fixture.bob.iri);
      return forged;
    },
  ],
  [
    'his actor as plain JSON with another key',
    (evil) => {
      const forged = newRsaKey(evil.iri('/json#main-key'));
      evil.serve(
        evil.iri('/json'),
        () => ({ ...fixture.bob.json, publicKey: keyOf(forged, fixture.bob.iri) }),
        'application/json',
      );
      return forged;
    },
  ],
];

function keyDocument(server: RemoteServer, path: string, claims: Json): SigningKey {
  const key = newRsaKey(server.iri(path));
  server.serve(key.iri, () => ({ id: key.iri, type: 'Key', publicKeyPem: key.publicPem, ...claims }), activityType);
  return key;
}

export function keyOf(key: SigningKey & { publicPem?: string }, owner: string): Json {
  return { id: key.iri, owner, publicKeyPem: key.publicPem };
}

function redirect(server: RemoteServer, path: string, location: string): void {
  server.responses.set(server.iri(path), () => new Response(null, { status: 302, headers: { location } }));
}
