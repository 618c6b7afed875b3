/** Like and EmojiReact: a remote account likes an item that is known here. */
import { findTombstone } from '../../domain/items/publish.ts';
import { iriOf } from '../json-ld/json.ts';
import { recordSource } from '../ledger/record.ts';
import type { OnActivity } from './activity.ts';
import { findItemId } from './item-id.ts';

const onReaction =
  (type: 'Like' | 'EmojiReact'): OnActivity =>
  async ({ id, actor, objectIri, sentAt, publishedAt }) => {
    const iri = iriOf(objectIri);
    if (!iri) return 'refused';
    const eventableId = await findItemId(iri);
    if (eventableId === null) return (await findTombstone(iri)) ? 'gone' : 'irrelevant';

    return recordSource({
      ...{ accountId: actor.id, targetId: null, eventableId, iri: id, type },
      ...{ sentAt, isDated: publishedAt !== null },
    });
  };

export const onLike = onReaction('Like');
export const onEmojiReact = onReaction('EmojiReact');
