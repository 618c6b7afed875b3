/**
 * PeerTube 7, after its documentation: an account comments in Markdown, and a channel announces videos of its account.
 */
import { randomUUID } from 'node:crypto';
import { audienceOf, context, mentionTag, PUBLIC, type Software, serial } from './shapes.ts';

export const peertube: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/accounts/alice`;
  const video = `${origin}/videos/watch/4294a720-f263-4ea4-9392-cf9cea4d5277`;
  const activity = (type: string, id: string) => ({ '@context': context, type, id, actor: iri });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      type: 'Person',
      id: iri,
      following: `${iri}/following`,
      followers: `${iri}/followers`,
      playlists: `${iri}/playlists`,
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      preferredUsername: 'alice',
      url: iri,
      name: 'Alice',
      endpoints: { sharedInbox: `${origin}/inbox` },
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
      published: '2024-01-01T00:00:00.000Z',
      icon: [],
      summary: 'Soups',
    }),
    note: ({ html, published, mention, inReplyTo }) => {
      const id = `${video}/comments/${serial()}`;
      return {
        '@context': context,
        type: 'Note',
        id,
        content: html.replaceAll(/<[^>]+>/g, ''),
        mediaType: 'text/markdown',
        inReplyTo: inReplyTo ?? video,
        updated: new Date(published.getTime() + 7).toISOString(),
        published: published.toISOString(),
        url: id,
        attributedTo: iri,
        tag: mention ? [mentionTag(mention)] : [],
        replyApproval: null,
        to: [PUBLIC],
        cc: [`${iri}/followers`, ...(mention ? [mention.iri] : [])],
      };
    },
    create: (note) => ({ ...activity('Create', `${note.id}/activity`), ...audienceOf(note), object: note }),
    delete: ({ id }) => ({ ...activity('Delete', `${id}/delete`), object: { id, type: 'Tombstone' } }),
    accept: (follow) => ({
      ...activity('Accept', `${origin}/accepts/follows/${serial()}`),
      object: { type: 'Follow', id: follow.id, actor: follow.actor, object: iri },
    }),
  };
};

export const peertubeChannel: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/video-channels/alice`;
  const owner = `${origin}/accounts/owner`;
  const actor = (id: string, type: string, publicKeyPem: string) => ({
    '@context': context,
    type,
    id,
    following: `${id}/following`,
    followers: `${id}/followers`,
    playlists: `${id}/playlists`,
    inbox: `${id}/inbox`,
    outbox: `${id}/outbox`,
    preferredUsername: id.split('/').at(-1),
    url: id,
    name: 'Alice',
    endpoints: { sharedInbox: `${origin}/inbox` },
    publicKey: { id: `${id}#main-key`, owner: id, publicKeyPem },
    published: '2024-01-01T00:00:00.000Z',
    icon: [],
    summary: 'Soups',
  });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      ...actor(iri, 'Group', publicKeyPem),
      support: null,
      postingRestrictedToMods: true,
      attributedTo: [{ type: 'Person', id: owner }],
    }),
    members: (publicKeyPem) => [actor(owner, 'Person', publicKeyPem)],
    accept: (follow) => ({
      '@context': context,
      type: 'Accept',
      id: `${origin}/accepts/follows/${serial()}`,
      actor: iri,
      object: { type: 'Follow', id: follow.id, actor: follow.actor, object: iri },
    }),
    groupPost: (text) => {
      const id = `${origin}/videos/watch/${randomUUID()}`;
      const video = {
        '@context': context,
        type: 'Video',
        id,
        name: text,
        duration: 'PT385S',
        uuid: id.split('/').at(-1),
        category: { identifier: '1', name: 'Food' },
        views: 5,
        sensitive: false,
        waitTranscoding: true,
        state: 1,
        commentsEnabled: true,
        published: new Date(Date.now() - 60_000).toISOString(),
        updated: new Date().toISOString(),
        mediaType: 'text/markdown',
        content: 'Leek and potato.',
        support: null,
        subtitleLanguage: [],
        icon: [{ type: 'Image', url: `${origin}/t.jpg`, mediaType: 'image/jpeg', width: 280, height: 157 }],
        url: [{ type: 'Link', mediaType: 'text/html', href: id }],
        likes: `${id}/likes`,
        dislikes: `${id}/dislikes`,
        shares: `${id}/announces`,
        comments: `${id}/comments`,
        attributedTo: [
          { type: 'Person', id: owner },
          { type: 'Group', id: iri },
        ],
        to: [PUBLIC],
        cc: [`${owner}/followers`],
      };
      const announce = {
        '@context': context,
        to: [PUBLIC],
        cc: [`${iri}/followers`],
        type: 'Announce',
        id: `${id}/announces/${serial()}`,
        actor: iri,
        object: id,
      };
      return { announce, documents: [video] };
    },
  };
};
