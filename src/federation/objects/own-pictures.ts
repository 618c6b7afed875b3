/** Reads the picture of a remote image, or the preview of a video, recording or event. */
import type { RemoteMedium } from '../../domain/items/ingest-remote.ts';
import { type JsonObject, member, objectsOf } from '../json-ld/json.ts';
import { isPicture, readPicture } from './medium.ts';

/** Returns the image itself, or the widest preview. */
export function readOwnPictures(json: JsonObject, types: string[]): RemoteMedium[] {
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
