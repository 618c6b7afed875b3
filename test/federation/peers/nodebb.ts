/**
 * NodeBB 4.15: its Likes and Announces of a post always have the same id, and a note has the title of its topic as
 * `name`.
 */
import { as, audienceOf, context, type Document, mentionTag, PUBLIC, type Software, serial } from './shapes.ts';

export const nodebb: Software = (host) => {
  const origin = `https://${host}`;
  const iri = `${origin}/uid/1`;
  const activity = (type: string, id: string) => ({ '@context': as, id, type, actor: iri });
  const create = (note: Document) => ({
    ...activity('Create', `${note.id}#activity/create/${serial()}`),
    ...audienceOf(note),
    object: note,
  });
  /** One page, as for few items. */
  const collection = (id: string, items: unknown[]): Document => ({
    '@context': as,
    id,
    type: 'OrderedCollection',
    totalItems: items.length,
    ...(items.length > 0 && { orderedItems: items }),
  });
  return {
    username: 'alice',
    iri,
    keyIri: `${iri}#key`,
    actor: (publicKeyPem) => ({
      '@context': context,
      id: iri,
      url: `${origin}/user/alice`,
      followers: `${iri}/followers`,
      following: `${iri}/following`,
      inbox: `${iri}/inbox`,
      outbox: `${iri}/outbox`,
      type: 'Person',
      name: 'Alice',
      preferredUsername: 'alice',
      summary: 'Soups',
      published: '2024-01-01T00:00:00.000Z',
      attachment: [],
      publicKey: { id: `${iri}#key`, owner: iri, publicKeyPem },
      endpoints: { sharedInbox: `${origin}/inbox` },
    }),
    note: ({ html, published, mention, warning, inReplyTo, updated }) => {
      const id = `${origin}/post/${serial()}`;
      return {
        '@context': as,
        id,
        type: 'Note',
        to: [PUBLIC],
        cc: [`${iri}/followers`, ...(mention ? [mention.iri] : [])],
        inReplyTo: inReplyTo ?? null,
        published: published.toISOString(),
        updated: updated?.toISOString() ?? null,
        url: id,
        attributedTo: iri,
        context: `${origin}/topic/1`,
        audience: `${origin}/category/1`,
        summary: warning ?? null,
        ...(warning !== undefined && { sensitive: true }),
        name: inReplyTo ? 'Re: Soup' : 'Soup',
        content: html,
        source: { content: html.replaceAll(/<[^>]+>/g, ''), mediaType: 'text/markdown' },
        tag: mention ? [mentionTag(mention)] : null,
        attachment: [],
      };
    },
    create,
    update: (note) => ({
      ...activity('Update', `${note.id}#activity/update/${serial()}`),
      ...audienceOf(note),
      object: note,
    }),
    delete: (note) => ({
      ...activity('Delete', `${note.id}#activity/delete/${serial()}`),
      ...audienceOf(note),
      object: note.id,
      origin: note.context,
    }),
    accept: (follow) => ({
      ...activity('Accept', `${iri}#activity/accept:follow/ann@cook.example/${serial()}`),
      to: [follow.actor],
      object: { id: follow.id, type: 'Follow', actor: follow.actor, object: follow.object },
    }),
    follow: (target) => ({
      ...activity('Follow', `${iri}#activity/follow/${encodeURIComponent(target)}/${serial()}`),
      to: [target],
      object: target,
    }),
    like: (object) => ({
      ...activity('Like', `${iri}#activity/like/${encodeURIComponent(object)}`),
      to: [PUBLIC],
      cc: [],
      object,
    }),
    announce: (object) => ({
      ...activity('Announce', `${origin}/post/${encodeURIComponent(object)}#activity/announce/uid/1`),
      to: [PUBLIC],
      cc: [`${iri}/followers`],
      object,
    }),
    undo: (undone) => {
      const { id, type, object } = undone as Document;
      const kind = (type as string).toLowerCase();
      const isTimed = type !== 'Announce';
      return {
        ...activity('Undo', `${id.replace(`/${kind}/`, `/undo:${kind}/`)}${isTimed ? `/${serial()}` : ''}`),
        object: { actor: iri, id, type, object },
      };
    },
    outbox: (notes) => [collection(`${iri}/outbox`, notes.map(create))],
    replies: ({ id }, replies) => ({
      value: `${id}/replies`,
      documents: [
        {
          ...collection(
            `${id}/replies`,
            replies.map((reply) => reply.id),
          ),
          url: id,
        },
      ],
    }),
  };
};
