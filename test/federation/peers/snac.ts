/** snac 2.94: its Likes and Announces of an object always have the same id, and `featured` lists Creates. */
import { createHash } from 'node:crypto';
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
  without,
} from './shapes.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const tid = () => `${Math.floor(now().getTime() / 1000)}.${String(serial()).padStart(6, '0')}`;

export const snac: Software = (host) => {
  const iri = `https://${host}/alice`;
  const message = (type: string, id: string) => ({ '@context': as, type, id, actor: iri });
  const dated = () => ({ published: seconds(now()) });
  const admiration = (type: string, letter: string, object: string) => ({
    ...message(type, `${iri}/${letter}/${md5(object)}`),
    ...dated(),
    object,
    to: [PUBLIC, object.split('/').slice(0, 5).join('/')],
  });
  const create = (note: Document) => ({
    ...message('Create', `${note.id}/Create`),
    published: note.published,
    object: note,
    attributedTo: iri,
    ...audienceOf(note),
  });
  const collection = (name: string, notes: Document[]): Document => ({
    '@context': as,
    type: 'OrderedCollection',
    id: `${iri}/${name}`,
    attributedTo: iri,
    totalItems: notes.length,
    orderedItems: notes.map(create),
  });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#main-key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      type: 'Person',
      id: iri,
      url: iri,
      name: 'Alice',
      preferredUsername: 'alice',
      published: '2024-01-01T00:00:00Z',
      summary: '<p>Soups</p>',
      tag: [],
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      followers: `${iri}/followers`,
      following: `${iri}/following`,
      featured: `${iri}/featured`,
      icon: { type: 'Image', mediaType: 'image/png', url: `https://${host}/susie.png` },
      publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
      manuallyApprovesFollowers: false,
      webfinger: `alice@${host}`,
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      const id = `${iri}/p/${tid()}`;
      return {
        '@context': as,
        type: 'Note',
        id,
        published: seconds(published),
        ...(updated && { updated: seconds(updated) }),
        attributedTo: iri,
        summary: warning ?? '',
        ...(warning !== undefined && { sensitive: true }),
        content: html,
        context: `${id}#ctxt`,
        url: id,
        to: [PUBLIC],
        cc: mention ? [mention.iri] : [],
        inReplyTo: inReplyTo ?? null,
        tag: mention ? [mentionTag(mention)] : [],
        sourceContent: html.replaceAll(/<[^>]+>/g, ''),
      };
    },
    create,
    update: (note) => ({
      ...message('Update', `${note.id}/Update_${tid()}`),
      ...dated(),
      object: note,
      ...audienceOf(note),
    }),
    delete: ({ id }) => ({
      ...message('Delete', `${id}/Delete_${tid()}`),
      ...dated(),
      object: { type: 'Tombstone', id },
      to: [PUBLIC],
    }),
    accept: (follow) => ({
      ...message('Accept', `${iri}/d/${tid()}/Accept`),
      object: follow,
      to: follow.actor,
    }),
    follow: (target) => ({ ...message('Follow', `${iri}/d/${tid()}/Follow`), object: target }),
    like: (object) => admiration('Like', 'l', object),
    announce: (object) => admiration('Announce', 'a', object),
    undo: (undone) => ({
      ...message('Undo', `${undone.id}/Undo_${tid()}`),
      ...dated(),
      object: without(undone, 'published'),
      to: undone.to ?? undone.object,
    }),
    outbox: (notes) => [collection('outbox', notes)],
    featured: (notes) => [collection('featured', notes)],
    replies: (note, replies) => {
      const id = note.id.replace('/p/', '/r/');
      const first = { type: 'CollectionPage', partOf: id, next: `${id}?page=true`, items: [] };
      const value = { id, type: 'Collection', first };
      const items = replies.map((reply) => reply.id);
      const page = { '@context': as, type: 'CollectionPage', id: `${id}?page=true`, partOf: id, items };
      return { value, documents: [{ '@context': as, ...value }, page] };
    },
  };
};
