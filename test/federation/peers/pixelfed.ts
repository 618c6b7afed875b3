/**
 * Pixelfed 0.12, after its documentation: its Follow of an account always has the same id, and the Undo names another
 * one.
 */
import { as, audienceOf, context, mentionTag, now, PUBLIC, type Software, seconds, serial } from './shapes.ts';

export const pixelfed: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/users/alice`;
  const activity = (type: string, id: string) => ({ '@context': as, id, type, actor: iri });
  const idOf = (target: unknown) => String(target).split('/').at(-1);
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
      preferredUsername: 'alice',
      name: 'Alice',
      summary: 'Soups',
      url: `${origin}/alice`,
      manuallyApprovesFollowers: false,
      indexable: false,
      published: '2024-01-01T00:00:00Z',
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
      icon: { type: 'Image', mediaType: 'image/jpeg', url: `${origin}/avatar.jpg` },
      endpoints: { sharedInbox: `${origin}/f/inbox` },
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      const id = `${origin}/p/alice/${serial()}`;
      return {
        '@context': context,
        id,
        type: 'Note',
        summary: warning ?? null,
        content: html,
        inReplyTo: inReplyTo ?? null,
        published: seconds(published),
        ...(updated && { updated: seconds(updated) }),
        url: id,
        attributedTo: iri,
        to: [PUBLIC],
        cc: [`${iri}/followers`, ...(mention ? [mention.iri] : [])],
        sensitive: warning !== undefined,
        attachment: [
          {
            type: 'Image',
            mediaType: 'image/jpeg',
            url: `${origin}/storage/m/soup.jpg`,
            name: 'A soup',
            width: 1080,
            height: 1080,
            blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
          },
        ],
        tag: mention ? [mentionTag(mention)] : [],
        commentsEnabled: true,
        capabilities: { announce: PUBLIC, like: PUBLIC, reply: PUBLIC },
        location: null,
      };
    },
    create: (note) => ({
      ...activity('Create', `${note.id}/activity`),
      published: note.published,
      ...audienceOf(note),
      object: note,
    }),
    update: (note) => ({
      ...activity('Update', `${note.id}#updates/${serial()}`),
      published: seconds(now()),
      ...audienceOf(note),
      object: note,
    }),
    delete: ({ id }) => ({ ...activity('Delete', `${id}#delete`), object: { id, type: 'Tombstone' } }),
    accept: (follow) => ({
      ...activity('Accept', `${iri}#accepts/follows/${serial()}`),
      object: { type: 'Follow', id: follow.id, actor: follow.actor, object: iri },
    }),
    follow: (target) => ({ ...activity('Follow', `${iri}#follow/${idOf(target)}`), object: target }),
    like: (object) => ({ ...activity('Like', `${iri}#likes/${serial()}`), object }),
    announce: (object) => ({
      ...activity('Announce', `${origin}/p/alice/${serial()}/activity`),
      to: [PUBLIC],
      cc: [iri, `${iri}/followers`],
      published: seconds(now()),
      object,
    }),
    undo: (undone) => {
      const isFollow = undone.type === 'Follow';
      const id = isFollow ? `${iri}#follows/${idOf(undone.object)}` : undone.id;
      return {
        ...activity('Undo', `${undone.id}/undo`),
        object: { id, type: undone.type, actor: iri, object: undone.object },
      };
    },
  };
};
