/** A plain remote status, as it is ingested. */
import type { RemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { emptyRecipeFields } from '../../src/federation/objects/remote-object.ts';

export const remoteStatus = (iri: string, authorId: number, changes: Partial<RemoteItem> = {}): RemoteItem => ({
  ...emptyRecipeFields,
  type: 'status',
  iri,
  url: null,
  authorId,
  visibility: 'public',
  content: 'Look',
  contentHtml: '<p>Look</p>',
  locale: 'und',
  sensitive: false,
  spoilerText: '',
  publishedAt: new Date(),
  updatedAt: null,
  inReplyToIri: null,
  mentionedIris: [],
  silentIris: [],
  tags: [],
  media: [],
  ...changes,
});
