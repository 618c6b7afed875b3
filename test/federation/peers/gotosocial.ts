/**
 * GoToSocial 0.20: the Updates of a post have one id, its outbox lists Creates of IRIs, and single values are no
 * arrays.
 */
import {
  as,
  audienceOf,
  context,
  type Document,
  mentionTag,
  now,
  PUBLIC,
  type Software,
  seconds,
  serial,
} from './shapes.ts';

const ulid = () => `01JZ${String(serial()).padStart(22, '0')}`;

export const gotosocial: Software = (host) => {
  const iri = `https://${host}/users/alice`;
  const activity = { '@context': as, actor: iri };
  const create = (note: Document, object: unknown) => ({
    ...activity,
    id: `${note.id}/activity#Create`,
    type: 'Create',
    published: note.published,
    ...audienceOf(note),
    object,
  });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}/main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      type: 'Person',
      preferredUsername: 'alice',
      name: 'Alice',
      summary: '<p>Soups</p>',
      url: `https://${host}/@alice`,
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      followers: `${iri}/followers`,
      following: `${iri}/following`,
      featured: `${iri}/collections/featured`,
      endpoints: { sharedInbox: `https://${host}/sharedInbox` },
      discoverable: true,
      manuallyApprovesFollowers: false,
      hidesCcPublicFromUnauthedWeb: false,
      hidesToPublicFromUnauthedWeb: false,
      published: '2024-01-01T00:00:00Z',
      publicKey: { id: `${iri}/main-key`, owner: iri, publicKeyPem },
      tag: [],
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      const number = ulid();
      const id = `${iri}/statuses/${number}`;
      const everyone = {
        always: [PUBLIC],
        approvalRequired: [],
        automaticApproval: [PUBLIC],
        manualApproval: [],
      };
      return {
        '@context': context,
        id,
        type: 'Note',
        attributedTo: iri,
        to: PUBLIC,
        cc: mention ? [`${iri}/followers`, mention.iri] : `${iri}/followers`,
        content: html,
        contentMap: { en: html },
        ...(warning !== undefined && { summary: warning }),
        sensitive: warning !== undefined,
        ...(inReplyTo && { inReplyTo }),
        interactionPolicy: { canAnnounce: everyone, canLike: everyone, canReply: everyone },
        published: seconds(published),
        ...(updated && { updated: seconds(updated) }),
        attachment: [],
        tag: mention ? mentionTag(mention) : [],
        url: `https://${host}/@alice/statuses/${number}`,
      };
    },
    create: (note) => create(note, note),
    update: (note) => ({
      ...activity,
      id: `${note.id}/activity#Update`,
      type: 'Update',
      published: note.published,
      ...audienceOf(note),
      object: note,
    }),
    delete: (note) => ({
      ...activity,
      id: `https://${host}/${ulid()}`,
      type: 'Delete',
      ...audienceOf(note),
      object: note.id,
    }),
    accept: (follow) => ({
      ...activity,
      id: `${iri}/accepts/${ulid()}`,
      type: 'Accept',
      to: follow.actor,
      object: { id: follow.id, type: 'Follow', actor: follow.actor, object: iri, to: iri },
    }),
    follow: (target) => ({
      ...activity,
      id: `${iri}/follow/${ulid()}`,
      type: 'Follow',
      to: target,
      object: target,
    }),
    like: (object) => ({ ...activity, id: `${iri}/liked/${ulid()}`, type: 'Like', object }),
    announce: (object) => ({
      ...activity,
      id: `${iri}/statuses/${ulid()}`,
      type: 'Announce',
      published: seconds(now()),
      to: PUBLIC,
      cc: `${iri}/followers`,
      object,
    }),
    undo: (undone) => ({
      ...activity,
      id: `https://${host}/${ulid()}`,
      type: 'Undo',
      to: undone.to,
      object: undone,
    }),
    outbox: (notes) => [
      {
        '@context': as,
        id: `${iri}/outbox`,
        type: 'OrderedCollection',
        totalItems: notes.length,
        first: `${iri}/outbox?limit=40`,
      },
      {
        '@context': as,
        id: `${iri}/outbox?limit=40`,
        type: 'OrderedCollectionPage',
        partOf: `${iri}/outbox`,
        totalItems: notes.length,
        orderedItems: notes.map((note) => create(note, note.id)),
      },
    ],
    featured: (notes) => [
      {
        '@context': as,
        id: `${iri}/collections/featured`,
        type: 'OrderedCollection',
        totalItems: notes.length,
        orderedItems: notes.map(({ id }) => id),
      },
    ],
    replies: ({ id }, replies) => {
      const partOf = `${id}/replies`;
      const next = `${partOf}?limit=20&only_other_accounts=false`;
      return {
        value: {
          id: partOf,
          type: 'Collection',
          first: { type: 'CollectionPage', id: `${partOf}?page=true`, next, partOf },
        },
        documents: [
          {
            '@context': as,
            id: next,
            type: 'CollectionPage',
            partOf,
            items: replies.map((reply) => reply.id),
          },
        ],
      };
    },
  };
};
