/** A plain status of somebody elsewhere, as it is adopted. */
import type { RemoteItem } from '../../src/domain/eventables/remote-item.ts';
import { nothingCooked } from '../../src/federation/objects/remote-object.ts';

export const remoteStatus = (
  iri: string,
  authorId: number,
  changes: Partial<RemoteItem> = {},
): RemoteItem => ({
  ...nothingCooked,
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
  tags: [],
  media: [],
  ...changes,
});
