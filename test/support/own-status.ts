/** Publishes a status of a local account. Returns its IRI. */
import type { Account } from '../../src/domain/accounts/account.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { storedItem } from './stored.ts';

export async function publishStatus(
  author: Account,
  visibility: 'public' | 'unlisted' | 'private' | 'direct' = 'public',
): Promise<{ id: number; iri: string }> {
  const id = await createStatus(author.id, {
    content: 'Soup?',
    visibility,
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  });
  return { id, iri: (await storedItem(id)).iri! };
}
