/** WordPress 6.8 with ActivityPub 4.0: authors cannot follow, like or boost, and the outbox is its own first page. */
import { audienceOf, context, type Document, mentionTag, PUBLIC, type Software, seconds, serial } from './shapes.ts';

export const wordpress: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/author/alice/`;
  const api = `${origin}/wp-json/activitypub/1.0`;
  const activity = (type: string, note: Document) => ({
    '@context': context,
    id: `${note.id}#activity-${type.toLowerCase()}-${note.updated ?? note.published}`,
    type,
    actor: iri,
    ...audienceOf(note),
    published: note.published,
    object: note,
  });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      type: 'Person',
      attachment: [],
      name: 'Alice',
      icon: { type: 'Image', url: `${origin}/avatar.png` },
      published: '2024-01-01T00:00:00Z',
      summary: '<p>Soups</p>\n',
      tag: [],
      url: iri,
      inbox: `${api}/actors/1/inbox`,
      outbox: `${api}/actors/1/outbox`,
      following: `${api}/actors/1/following`,
      followers: `${api}/actors/1/followers`,
      featured: `${api}/actors/1/collections/featured`,
      preferredUsername: 'alice',
      endpoints: { sharedInbox: `${api}/inbox` },
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
      manuallyApprovesFollowers: false,
      discoverable: true,
      indexable: true,
      webfinger: `alice@${host}`,
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      // A post is an Article, a comment a Note.
      const isComment = inReplyTo !== undefined;
      const id = `${origin}/?${isComment ? 'c' : 'p'}=${serial()}`;
      return {
        '@context': context,
        id,
        type: isComment ? 'Note' : 'Article',
        attachment: [],
        attributedTo: iri,
        content: html,
        contentMap: { en: html },
        ...(!isComment && { name: 'Soup', nameMap: { en: 'Soup' }, summary: warning ?? 'A soup.' }),
        ...(warning !== undefined && { sensitive: true }),
        ...(isComment && { inReplyTo }),
        published: seconds(published),
        ...(updated && { updated: seconds(updated) }),
        tag: mention ? [mentionTag(mention)] : [],
        url: id,
        to: [PUBLIC, `${api}/actors/1/followers`],
        cc: mention ? [mention.iri] : [],
        mediaType: 'text/html',
      };
    },
    create: (note) => activity('Create', note),
    update: (note) => activity('Update', note),
    delete: ({ id, published, to, cc }) => activity('Delete', { id, type: 'Tombstone', published, to, cc }),
    accept: (follow) => ({
      '@context': context,
      id: `${iri}#follow-${String(follow.actor).replace('https://', '')}-${serial()}`,
      type: 'Accept',
      actor: iri,
      to: follow.actor,
      object: { id: follow.id, type: follow.type, actor: follow.actor, object: follow.object },
    }),
    outbox: (notes) => [
      {
        '@context': context,
        id: `${api}/actors/1/outbox`,
        generator: 'http://wordpress.org/?v=6.8',
        actor: iri,
        type: 'OrderedCollectionPage',
        partOf: `${api}/actors/1/outbox`,
        totalItems: notes.length,
        first: `${api}/actors/1/outbox?page=1`,
        last: `${api}/actors/1/outbox?page=1`,
        orderedItems: notes.map((note) => activity('Create', note)),
      },
    ],
    featured: (notes) => [
      {
        '@context': context,
        id: `${api}/actors/1/collections/featured`,
        type: 'OrderedCollection',
        totalItems: notes.length,
        orderedItems: notes,
      },
    ],
    replies: (note, replies) => {
      const partOf = `${api}/posts/${note.id.split('=')[1]}/replies`;
      const items = replies.map((reply) => reply.id);
      const first = { id: `${partOf}?page=0`, type: 'CollectionPage', partOf, items };
      return { value: { id: partOf, type: 'Collection', first }, documents: [] };
    },
  };
};
