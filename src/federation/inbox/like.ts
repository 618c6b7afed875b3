/** Like and EmojiReact: somebody elsewhere likes an item that is known here. */
import { like } from '../../domain/likes.ts';
import { findTombstone } from '../../domain/tombstones.ts';
import { readIri } from '../document.ts';
import type { OnActivity } from './activity.ts';
import { findItemId } from './item-id.ts';

export const onLike: OnActivity = async ({ id, actor, objectIri }) => {
  const iri = readIri(objectIri);
  if (!iri) return 'refused';
  const itemId = await findItemId(iri);
  if (itemId === null) return (await findTombstone(iri)) ? 'gone' : 'irrelevant';

  await like(actor.id, itemId, { iri: id });
  return 'done';
};
