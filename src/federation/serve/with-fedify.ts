/** Answers WebFinger and NodeInfo with Fedify. Loaded by the first such request, because Fedify takes 25 MB. */
import { createFederation, MemoryKvStore } from '@fedify/fedify';
import { Image, Person, Tombstone } from '@fedify/fedify/vocab';
import type { Account } from '../../domain/accounts/account.ts';
import { config } from '../../lib/config.ts';
import { intentTemplates, subscribeTemplate } from '../../lib/intents.ts';
import { loadKnownContext } from '../json-ld/context.ts';
import { describeServer } from './objects.ts';

/**
 * Fedify answers WebFinger and NodeInfo. ActivityPub documents are our own JSON: Fedify's vocabulary drops the recipe
 * terms, and rendering with it takes about 14 ms.
 */
const fedify = createFederation<Account | null>({
  // Required by Fedify; WebFinger and NodeInfo store nothing in it.
  kv: new MemoryKvStore(),
  origin: config.baseUrl,
  // No answer needs a remote document, and fetching one here would bypass the fetch budgets.
  documentLoaderFactory: () => loadKnownContext,
});

fedify
  .setActorDispatcher('/users/{identifier}', ({ data }) => data && toPerson(data))
  .mapHandle(({ data }) => data && String(data.id));
// The instance actor has no pages.
fedify.setWebFingerLinksDispatcher(({ data }) =>
  data?.actorType === 'Person' ? [subscribeTemplate, ...intentTemplates] : [],
);
fedify.setNodeInfoDispatcher('/nodeinfo/2.1', describeServer);

/** `account` is the one that WebFinger asks for. */
export function answerWithFedify(request: Request, url: URL, account: Account | null): Promise<Response> {
  return fedify.fetch(new Request(url, { headers: request.headers }), { contextData: account });
}

/** Contains only the fields that WebFinger shows. */
function toPerson({ username, url, deletedAt, avatarUrl }: Account): Person | Tombstone {
  if (deletedAt) return new Tombstone({});
  return new Person({
    preferredUsername: username,
    url: url === null ? null : new URL(url),
    icon: avatarUrl === null ? null : new Image({ url: new URL(avatarUrl) }),
  });
}
