/** Lemmy 1.0, after its documentation: a person comments and votes, and a community can be followed. */
import { randomUUID } from 'node:crypto';
import { audienceOf, context, mentionTag, PUBLIC, type Software, serial } from './shapes.ts';

export const lemmy: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/u/alice`;
  const community = `${origin}/c/cooking`;
  const activity = (type: string) => ({
    '@context': context,
    id: `${origin}/activities/${type.toLowerCase()}/${randomUUID()}`,
    type,
    actor: iri,
    audience: community,
  });
  const microseconds = (date: Date) => date.toISOString().replace('Z', '123Z');
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      type: 'Person',
      preferredUsername: 'alice',
      name: 'Alice',
      summary: '<p>Soups</p>\n',
      source: { content: 'Soups', mediaType: 'text/markdown' },
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      endpoints: { sharedInbox: `${origin}/inbox` },
      published: '2024-01-01T00:00:00.123456Z',
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
    }),
    note: ({ html, published, mention, inReplyTo, updated }) => ({
      '@context': context,
      id: `${origin}/comment/${serial()}`,
      type: 'Note',
      attributedTo: iri,
      to: [PUBLIC],
      cc: [community, ...(mention ? [mention.iri] : [])],
      content: html,
      inReplyTo: inReplyTo ?? `${origin}/post/1`,
      mediaType: 'text/html',
      source: { content: html.replaceAll(/<[^>]+>/g, ''), mediaType: 'text/markdown' },
      published: microseconds(published),
      ...(updated && { updated: microseconds(updated) }),
      tag: mention ? [mentionTag(mention)] : [],
      distinguished: false,
      language: { identifier: 'en', name: 'English' },
      audience: community,
      attachment: [],
    }),
    create: (note) => ({ ...activity('Create'), ...audienceOf(note), tag: note.tag, object: note }),
    update: (note) => ({ ...activity('Update'), ...audienceOf(note), tag: note.tag, object: note }),
    delete: ({ id }) => ({ ...activity('Delete'), to: [PUBLIC], cc: [community], object: id }),
    like: (object) => ({ ...activity('Like'), object }),
    undo: (undone) => ({ ...activity('Undo'), object: undone }),
    outbox: () => [
      {
        '@context': context,
        type: 'OrderedCollection',
        id: `${iri}/outbox`,
        orderedItems: [],
        totalItems: 0,
      },
    ],
  };
};

export const lemmyCommunity: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/c/alice`;
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      type: 'Group',
      preferredUsername: 'alice',
      name: 'Alice',
      summary: '<p>Soups</p>\n',
      source: { content: 'Soups', mediaType: 'text/markdown' },
      sensitive: false,
      attributedTo: `${iri}/moderators`,
      inbox: `${iri}/inbox`,
      followers: `${iri}/followers`,
      outbox: `${iri}/outbox`,
      featured: `${iri}/featured`,
      endpoints: { sharedInbox: `${origin}/inbox` },
      postingRestrictedToMods: false,
      language: [{ identifier: 'en', name: 'English' }],
      published: '2024-01-01T00:00:00.123456Z',
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
    }),
    accept: (follow) => ({
      '@context': context,
      id: `${origin}/activities/accept/${randomUUID()}`,
      type: 'Accept',
      actor: iri,
      to: [follow.actor],
      object: { actor: follow.actor, to: [iri], object: iri, type: 'Follow', id: follow.id },
    }),
  };
};
