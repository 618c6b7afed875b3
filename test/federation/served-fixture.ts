/** Items that Ann has published, and GETs of them by other servers. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { iris } from '../../src/lib/iris.ts';
import type { RecipeDraft } from '../../src/recipe-import/draft.ts';
import { useDatabase } from '../support/database-connection.ts';
import { pizzaDough } from '../support/recipes.ts';
import type { PeerActor } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';

export let ann: Account;

/** The database, and Ann. */
export function useServing(): void {
  useDatabase();
  beforeAll(async () => {
    ann = await register({ username: 'ann' });
  });
}

export const recipe = async (changes: Partial<RecipeDraft> = {}) => {
  const id = await createRecipe(ann.id, { ...pizzaDough, ...changes });
  return { id, iri: iris.eventable('recipe', ann.id, id) };
};

export const status = async (author: Account, changes: object = {}) => {
  const draft = { content: 'hello', visibility: 'public' as const, locale: 'en', sensitive: false };
  const id = await createStatus(author.id, { ...draft, spoilerText: '', inReplyToId: null, ...changes });
  return iris.eventable('status', author.id, id);
};

export const activityJson = { accept: 'application/activity+json' };

/** Sends a GET, signed by a remote actor if one is given. The Host header is that of a proxy. */
export async function get(iri: string, headers: Record<string, string> = {}, signer: PeerActor | null = null) {
  const { pathname, search } = new URL(iri);
  const url = `https://cook.example${pathname}${search}`;
  const signature = signer ? signatureHeaders({ method: 'GET', url, body: null }, signer.rsa) : {};
  const request = new Request(`http://10.0.0.1:3000${pathname}${search}`, {
    headers: { ...activityJson, ...headers, ...signature },
  });
  return (await handleFederationRequest(request))!;
}

/** Everything but the time. */
export const wholeOf = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.text(),
});
