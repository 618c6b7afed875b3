/** Generates typical federation traffic: mostly new statuses, some boosts, follows, changes and deletions. */
import { randomBytes } from 'node:crypto';
import { baseUrl } from '../context.ts';
import type { Peer } from '../seed/seeded.ts';

export interface ActivityMix {
  /** Number of the run, part of the activity ids. */
  run: number;
  statusIris: string[];
  cooks: { first: number; last: number };
  /** Whether each activity also has a signature in its body. */
  bodySigned: boolean;
}

const context = [
  'https://www.w3.org/ns/activitystreams',
  'https://w3id.org/security/v1',
  {
    ostatus: 'http://ostatus.org#',
    atomUri: 'ostatus:atomUri',
    sensitive: 'as:sensitive',
    Hashtag: 'as:Hashtag',
  },
];
const publicCollection = 'https://www.w3.org/ns/activitystreams#Public';
const words = 'The starter doubled in four hours, so the dough went in early; crumb open, crust nearly black. ';

/** A repeating cycle of ten activities: six Create, two Announce, one Follow or Undo, one Update or Delete. */
const turns = ['Create', 'Create', 'Announce', 'Create', 'Create', 'Follow', 'Create', 'Announce', 'Create', 'Change'];

/** Returns the activities of one actor in order. The order matters. */
export function generateActivities(peer: Peer, place: number, count: number, mix: ActivityMix): object[] {
  let followed = '';
  let created = 0;
  const noteIri = (number: number) => `${peer.iri}/statuses/${mix.run}-${number}`;

  return Array.from({ length: count }, (_, number) => {
    const id = `${peer.iri}/activities/${mix.run}-${number}`;
    const build = (type: string, object: unknown, more: object = {}) => {
      const activity = { '@context': context, id, type, actor: peer.iri, ...more, object };
      return mix.bodySigned ? { ...activity, signature: bodySignature(peer) } : activity;
    };
    const round = Math.floor(number / turns.length);
    switch (turns[number % turns.length]) {
      case 'Create':
        created = number;
        return build('Create', note(noteIri(number), peer), { ...audience(peer), published: ago(10) });
      case 'Announce': {
        const turn = mix.run * 401 + 2 * round + (number % 2) + place * 97;
        const iri = mix.statusIris[turn % mix.statusIris.length];
        return build('Announce', iri, { ...audience(peer), published: ago(1) });
      }
      case 'Follow': {
        if (round % 2 === 1)
          return build('Undo', {
            id: followed,
            type: 'Follow',
            actor: peer.iri,
            object: cookIri(mix, place, round - 1),
          });
        followed = id;
        return build('Follow', cookIri(mix, place, round));
      }
      default:
        return round % 2 === 0
          ? build(
              'Update',
              { ...note(noteIri(created), peer), content: `<p>${words}</p>`, updated: ago(5) },
              audience(peer),
            )
          : build('Delete', { id: noteIri(created), type: 'Tombstone' }, audience(peer));
    }
  });
}

function note(id: string, peer: Peer) {
  return {
    id,
    type: 'Note',
    summary: null,
    inReplyTo: null,
    published: ago(10),
    url: id,
    attributedTo: peer.iri,
    ...audience(peer),
    sensitive: false,
    atomUri: id,
    content: `<p>${words.repeat(3)}<a href="${new URL(peer.iri).origin}/tags/bread" class="mention hashtag" rel="tag">#<span>bread</span></a></p>`,
    contentMap: { en: `<p>${words.repeat(3)}</p>` },
    attachment: [
      {
        type: 'Document',
        mediaType: 'image/jpeg',
        url: `${id}/loaf.jpeg`,
        name: 'A dark loaf',
        width: 1600,
        height: 1200,
      },
    ],
    tag: [{ type: 'Hashtag', href: `${new URL(peer.iri).origin}/tags/bread`, name: '#bread' }],
    replies: { id: `${id}/replies`, type: 'Collection', first: `${id}/replies?page=true` },
  };
}

const audience = (peer: Peer) => ({ to: [publicCollection], cc: [`${peer.iri}/followers`] });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Returns one of a thousand, a different one each time. */
const cookIri = ({ cooks, run }: ActivityMix, place: number, round: number) =>
  `${baseUrl}/users/${cooks.first + ((place * 37 + run * 20 + round) % 1_000)}`;

/** Has the right format and size. It is not verified, because the HTTP signature belongs to the actor. */
const bodySignature = (peer: Peer) => ({
  type: 'RsaSignature2017',
  creator: peer.keyIri,
  created: ago(0),
  signatureValue: randomBytes(256).toString('base64'),
});
