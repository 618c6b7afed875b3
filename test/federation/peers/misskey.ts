/**
 * Misskey, with the edits of its forks (2025.12): a Follow of one account by another always has the same id, as has its
 * Undo.
 */
import { randomUUID } from 'node:crypto';
import { audienceOf, context, type Document, mentionTag, now, PUBLIC, type Software, serial } from './shapes.ts';

export const misskey: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/users/9aaaaaaaaa`;
  const number = () => `9b${String(serial()).padStart(8, '0')}`;
  const activity = (type: string, id = `${origin}/${randomUUID()}`) => ({
    '@context': context,
    id,
    type,
    actor: iri,
  });
  const dated = () => ({ published: now().toISOString() });
  const create = (note: Document) => ({
    ...activity('Create', `${note.id}/activity`),
    published: note.published,
    ...audienceOf(note),
    object: note,
  });
  const collection = (id: string, more: object): Document => ({ '@context': context, id, ...more });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      type: 'Person',
      id: iri,
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      followers: `${iri}/followers`,
      following: `${iri}/following`,
      featured: `${iri}/collections/featured`,
      sharedInbox: `${origin}/inbox`,
      endpoints: { sharedInbox: `${origin}/inbox` },
      url: `${origin}/@alice`,
      preferredUsername: 'alice',
      name: 'Alice',
      summary: '<p><span>Soups</span></p>',
      _misskey_summary: 'Soups',
      icon: null,
      image: null,
      tag: [],
      manuallyApprovesFollowers: false,
      discoverable: true,
      publicKey: { id: `${iri}#main-key`, type: 'Key', owner: iri, publicKeyPem },
      isCat: false,
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      const text = html.replaceAll(/<[^>]+>/g, '');
      return {
        '@context': context,
        id: `${origin}/notes/${number()}`,
        type: 'Note',
        attributedTo: iri,
        ...(warning !== undefined && { summary: warning }),
        content: html,
        _misskey_content: text,
        source: { content: text, mediaType: 'text/x.misskeymarkdown' },
        published: published.toISOString(),
        ...(updated && { updated: updated.toISOString() }),
        to: [PUBLIC],
        cc: [`${iri}/followers`, ...(mention ? [mention.iri] : [])],
        inReplyTo: inReplyTo ?? null,
        attachment: [],
        sensitive: warning !== undefined,
        tag: mention ? [mentionTag(mention)] : [],
      };
    },
    create,
    update: (note) => ({
      ...activity('Update', `${iri}#updates/${serial()}`),
      ...dated(),
      ...audienceOf(note),
      object: note,
    }),
    delete: ({ id }) => ({ ...activity('Delete'), ...dated(), object: { id, type: 'Tombstone' } }),
    accept: (follow) => ({ ...activity('Accept'), object: follow }),
    follow: (target) => ({
      ...activity('Follow', `${origin}/follows/9aaaaaaaaa/${target.split('/').at(-1)}`),
      object: target,
    }),
    like: (object) => ({
      ...activity('Like', `${origin}/likes/${number()}`),
      object,
      content: '❤',
      _misskey_reaction: '❤',
    }),
    announce: (object) => ({
      ...activity('Announce', `${origin}/notes/${number()}/activity`),
      ...dated(),
      to: [PUBLIC],
      cc: [`${iri}/followers`],
      object,
    }),
    undo: (undone) => ({ ...activity('Undo', `${undone.id}/undo`), object: undone, ...dated() }),
    outbox: (notes) => [
      collection(`${iri}/outbox`, {
        type: 'OrderedCollection',
        totalItems: notes.length,
        first: `${iri}/outbox?page=true`,
        last: `${iri}/outbox?page=true&since_id=000000000000000000000000`,
      }),
      collection(`${iri}/outbox?page=true`, {
        partOf: `${iri}/outbox`,
        type: 'OrderedCollectionPage',
        totalItems: notes.length,
        orderedItems: notes.map(create),
      }),
    ],
    featured: (notes) => [
      collection(`${iri}/collections/featured`, {
        type: 'OrderedCollection',
        totalItems: notes.length,
        orderedItems: notes,
      }),
    ],
  };
};
