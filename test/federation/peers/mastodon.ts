/** Mastodon 4.4, after its documentation. */
import { randomUUID } from 'node:crypto';
import { audienceOf, context, type Draft, mentionTag, now, PUBLIC, type Software, seconds, serial } from './shapes.ts';

export const mastodon: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/users/alice`;
  const activity = { '@context': context, actor: iri };
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      type: 'Person',
      following: `${iri}/following`,
      followers: `${iri}/followers`,
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      featured: `${iri}/collections/featured`,
      featuredTags: `${iri}/collections/tags`,
      preferredUsername: 'alice',
      name: 'Alice',
      summary: '<p>Soups</p>',
      url: `${origin}/@alice`,
      manuallyApprovesFollowers: false,
      discoverable: true,
      indexable: true,
      published: '2024-01-01T00:00:00Z',
      memorial: false,
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
      tag: [],
      attachment: [{ type: 'PropertyValue', name: 'Kitchen', value: 'small' }],
      endpoints: { sharedInbox: `${origin}/inbox` },
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }: Draft) => {
      const number = 115_000_000_000_000_000n + BigInt(serial());
      const id = `${iri}/statuses/${number}`;
      return {
        '@context': context,
        id,
        type: 'Note',
        summary: warning ?? null,
        inReplyTo: inReplyTo ?? null,
        published: seconds(published),
        ...(updated && { updated: seconds(updated) }),
        url: `${origin}/@alice/${number}`,
        attributedTo: iri,
        to: [PUBLIC],
        cc: [`${iri}/followers`, ...(mention ? [mention.iri] : [])],
        sensitive: warning !== undefined,
        atomUri: id,
        inReplyToAtomUri: inReplyTo ?? null,
        conversation: `tag:${host},2024-01-01:objectId=${number}:objectType=Conversation`,
        content: html,
        contentMap: { en: html },
        attachment: [],
        tag: mention ? [mentionTag(mention)] : [],
        likes: { id: `${id}/likes`, type: 'Collection', totalItems: 0 },
        shares: { id: `${id}/shares`, type: 'Collection', totalItems: 0 },
      };
    },
    create: (note) => ({
      ...activity,
      id: `${note.id}/activity`,
      type: 'Create',
      published: note.published,
      ...audienceOf(note),
      object: note,
    }),
    update: (note) => ({
      ...activity,
      id: `${note.id}#updates/${serial()}`,
      type: 'Update',
      published: note.updated,
      ...audienceOf(note),
      object: note,
    }),
    delete: ({ id }) => ({
      ...activity,
      id: `${id}#delete`,
      type: 'Delete',
      to: [PUBLIC],
      object: { id, type: 'Tombstone', atomUri: id },
    }),
    accept: (follow) => ({
      ...activity,
      id: `${iri}#accepts/follows/${serial()}`,
      type: 'Accept',
      object: follow,
    }),
    follow: (target) => ({ ...activity, id: `${origin}/${randomUUID()}`, type: 'Follow', object: target }),
    like: (object) => ({ ...activity, id: `${iri}#likes/${serial()}`, type: 'Like', object }),
    announce: (object) => ({
      ...activity,
      id: `${iri}/statuses/${serial()}/activity`,
      type: 'Announce',
      published: seconds(now()),
      to: [PUBLIC],
      cc: [`${iri}/followers`],
      object,
    }),
    undo: (undone) => ({
      ...activity,
      id: undone.type === 'Follow' ? `${iri}#follows/${serial()}/undo` : `${undone.id}/undo`,
      type: 'Undo',
      ...(undone.type === 'Announce' && { to: [PUBLIC] }),
      object: { id: undone.id, type: undone.type, actor: iri, object: undone.object },
    }),
    outbox: (notes) => [
      {
        '@context': context,
        id: `${iri}/outbox`,
        type: 'OrderedCollection',
        totalItems: notes.length,
        first: `${iri}/outbox?page=true`,
        last: `${iri}/outbox?min_id=0&page=true`,
      },
      {
        '@context': context,
        id: `${iri}/outbox?page=true`,
        type: 'OrderedCollectionPage',
        prev: `${iri}/outbox?min_id=2&page=true`,
        partOf: `${iri}/outbox`,
        orderedItems: notes.map((note) => ({
          id: `${note.id}/activity`,
          type: 'Create',
          actor: iri,
          published: note.published,
          ...audienceOf(note),
          object: note,
        })),
      },
    ],
    featured: (notes) => [
      {
        '@context': context,
        id: `${iri}/collections/featured`,
        type: 'OrderedCollection',
        totalItems: notes.length,
        orderedItems: notes,
      },
    ],
    replies: ({ id }, replies) => {
      const [own, rest] = [replies.slice(0, 1), replies.slice(1)];
      const page = (query: string, items: unknown[], next?: string) => ({
        type: 'CollectionPage',
        id: `${id}/replies?${query}`,
        ...(next && { next: `${id}/replies?${next}` }),
        partOf: `${id}/replies`,
        items,
      });
      const others = 'only_other_accounts=true&page=true';
      const first = page(
        'page=true',
        own.map((reply) => reply.id),
        others,
      );
      return {
        value: { id: `${id}/replies`, type: 'Collection', first },
        documents: [
          { '@context': context, id: `${id}/replies`, type: 'Collection', first },
          {
            '@context': context,
            ...page(
              others,
              rest.map((reply) => reply.id),
            ),
          },
        ],
      };
    },
  };
};
