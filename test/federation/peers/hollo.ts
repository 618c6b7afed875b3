/** Hollo 0.10: its Accepts of one account always have the same id and embed our actor; single values are no arrays. */
import { randomUUID } from 'node:crypto';
import { audienceOf, context, type Document, mentionTag, now, PUBLIC, type Software } from './shapes.ts';

export const hollo: Software = (host) => {
  const iri = `https://${host}/@alice`;
  const activity = (type: string, id: string) => ({ '@context': context, type, id, actor: iri });
  const create = (note: Document) => ({
    ...activity('Create', `${note.id}#create`),
    ...audienceOf(note),
    published: note.published,
    object: note,
  });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    // It signs in both dialects.
    dialect: 'rfc9421',
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      type: 'Person',
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      liked: `${iri}/liked`,
      featured: `${iri}/pinned`,
      featuredTags: `${iri}/tags`,
      followers: `${iri}/followers`,
      following: `${iri}/following`,
      endpoints: { sharedInbox: `https://${host}/inbox` },
      publicKey: { id: `${iri}#main-key`, type: 'CryptographicKey', owner: iri, publicKeyPem },
      preferredUsername: 'alice',
      name: 'Alice',
      summary: '<p>Soups</p>\n',
      url: iri,
      manuallyApprovesFollowers: false,
      discoverable: true,
      published: '2024-01-01T00:00:00.000Z',
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      const id = `${iri}/${randomUUID()}`;
      return {
        '@context': context,
        id,
        type: 'Note',
        attributedTo: iri,
        to: mention ? [PUBLIC, mention.iri] : PUBLIC,
        content: html,
        contentMap: { en: html },
        ...(warning !== undefined && { summary: warning, summaryMap: { en: warning } }),
        source: { content: html.replaceAll(/<[^>]+>/g, ''), mediaType: 'text/markdown' },
        sensitive: warning !== undefined,
        ...(mention && { tag: mentionTag(mention) }),
        ...(inReplyTo && { inReplyTo }),
        likes: { id: `${id}#likes`, type: 'Collection', totalItems: 0 },
        shares: { id: `${id}#shares`, type: 'Collection', totalItems: 0 },
        replies: `${id}/replies`,
        emojiReactions: `${id}/reactions`,
        interactionPolicy: { canQuote: { automaticApproval: 'as:Public' } },
        published: published.toISOString(),
        ...(updated && { updated: updated.toISOString() }),
        url: id,
      };
    },
    create,
    update: (note) => ({
      ...activity('Update', `${note.id}#update-${note.updated}`),
      ...audienceOf(note),
      published: note.updated,
      object: note,
    }),
    delete: (note) => ({
      ...activity('Delete', `${note.id}#delete-${encodeURIComponent(now().toString())}`),
      ...audienceOf(note),
      object: { type: 'Tombstone', id: note.id },
    }),
    accept: (follow) => ({
      ...activity('Accept', `${iri}#accepts/${follow.actor}`),
      object: { ...follow, actor: { id: follow.actor, type: 'Person', inbox: `${follow.actor}/inbox` } },
    }),
    follow: (target) => ({ ...activity('Follow', `${iri}#follows/${randomUUID()}`), object: target }),
    like: (object) => ({ ...activity('Like', `${iri}#likes/${now().toISOString()}`), object }),
    announce: (object) => ({
      ...activity('Announce', `${iri}/${randomUUID()}#activity`),
      published: now().toISOString(),
      to: PUBLIC,
      cc: [`${iri}/followers`, object.split('/').slice(0, 5).join('/')],
      object,
    }),
    undo: (undone) => ({
      ...activity(
        'Undo',
        undone.type === 'Follow' ? `${iri}#unfollows/${randomUUID()}` : `https://${host}/#Undo/${randomUUID()}`,
      ),
      object: undone,
    }),
    outbox: (notes) => [
      {
        '@context': context,
        id: `${iri}/outbox`,
        type: 'OrderedCollection',
        totalItems: notes.length,
        first: `${iri}/outbox?cursor=0`,
      },
      {
        '@context': context,
        id: `${iri}/outbox?cursor=0`,
        type: 'OrderedCollectionPage',
        partOf: `${iri}/outbox`,
        // One item is no array.
        orderedItems: notes.length === 1 ? create(notes[0]!) : notes.map(create),
      },
    ],
    featured: (notes) => [
      {
        '@context': context,
        id: `${iri}/pinned`,
        type: 'OrderedCollection',
        orderedItems: notes.length === 1 ? notes[0] : notes,
      },
    ],
    replies: ({ id }, replies) => ({
      value: `${id}/replies`,
      documents: [
        {
          '@context': context,
          id: `${id}/replies`,
          type: 'Collection',
          items: replies.map((reply) => reply.id),
        },
      ],
    }),
  };
};
