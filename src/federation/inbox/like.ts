/** Like and EmojiReact: somebody elsewhere likes an item that is known here. */

import { like } from '../../domain/likes.ts';
import { findTombstone } from '../../domain/tombstones.ts';
import { iriOf } from '../json.ts';
import type { OnActivity } from './activity.ts';
import { findItemId } from './item-id.ts';

export const onLike: OnActivity = async ({ id, type, actor, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri) return 'refused';
  const itemId = await findItemId(iri);
  if (itemId === null) return (await findTombstone(iri)) ? 'gone' : 'irrelevant';

  await like(actor.id, itemId, { iri: id, reaction: type === 'EmojiReact' });
  return 'done';
};
