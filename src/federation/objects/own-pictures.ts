/** Pictures that a thing is, or that stand for it. */
import type { RemoteMedium } from '../../domain/eventables/remote-item.ts';
import { type JsonObject, member, objectsOf } from '../json.ts';
import { isPicture, readPicture } from './medium.ts';

/** Of an image itself; of a video, recording or event its widest preview. */
export function ownPictures(json: JsonObject, types: string[]): RemoteMedium[] {
  if (types.includes('Image') || (types.includes('Document') && isPicture(json))) {
    const picture = readPicture(json);
    return picture ? [picture] : [];
  }
  if (!['Video', 'Audio', 'Event'].some((type) => types.includes(type))) return [];

  const previews = objectsOf(member(json, 'icon'))
    .map(readPicture)
    .filter((preview) => preview !== null)
    .toSorted((one, other) => other.width - one.width);
  return previews.slice(0, 1);
}
