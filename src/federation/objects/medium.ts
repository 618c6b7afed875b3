/** Converts pictures to and from attachments. */
import type { Medium } from '../../domain/items/eventable.ts';
import type { RemoteMedium } from '../../domain/items/ingest-remote.ts';
import { iris } from '../../lib/iris.ts';
import { type JsonObject, member, numberOf, objectsOf, stringOf, typesOf } from '../json-ld/json.ts';
import { readUrl } from './page-url.ts';
import { limits } from './remote-object.ts';

const MAX_PIXELS = 2 ** 31 - 1;

/** Leaves out an empty alt text and a missing blurhash. */
export const toAttachment = (medium: Medium): JsonObject => ({
  type: 'Image',
  mediaType: medium.contentType,
  url: medium.remoteUrl ?? iris.medium(medium.key),
  ...(medium.description === '' ? {} : { name: medium.description }),
  width: medium.width,
  height: medium.height,
  ...(medium.blurhash === null ? {} : { blurhash: medium.blurhash }),
});

/** Returns the first ten pictures of `attachment` and `image`. A missing size is 0. */
export function readPictures(object: JsonObject): RemoteMedium[] {
  const candidates = [...objectsOf(member(object, 'attachment')), ...objectsOf(member(object, 'image'))];
  const byUrl = new Map<string, RemoteMedium>();

  for (const candidate of candidates) {
    const medium = isPicture(candidate) ? readPicture(candidate) : null;
    if (medium && !byUrl.has(medium.url)) byUrl.set(medium.url, medium);
  }
  return [...byUrl.values()].slice(0, limits.media);
}

export function isPicture(attachment: JsonObject): boolean {
  const mediaType = mediaTypeOf(attachment);
  if (mediaType !== null) return mediaType.startsWith('image/');
  return typesOf(attachment).includes('Image');
}

export function readPicture(image: JsonObject): RemoteMedium | null {
  const url = readUrl(image) ?? readUrl({ url: member(image, 'href') });
  if (url === null) return null;

  return {
    url,
    description: stringOf(member(image, 'name') ?? member(image, 'summary'), limits.mediumDescription) ?? '',
    contentType: mediaTypeOf(image) ?? 'application/octet-stream',
    width: pixels(member(image, 'width')),
    height: pixels(member(image, 'height')),
    blurhash: stringOf(member(image, 'blurhash'), limits.blurhash),
  };
}

/** Returns the media type of the attachment, or of the link in its `url`. */
function mediaTypeOf(attachment: JsonObject): string | null {
  const link = objectsOf(member(attachment, 'url'))[0];
  const mediaType =
    stringOf(member(attachment, 'mediaType'), 100) ?? stringOf(member(link, 'mediaType'), 100);
  return mediaType !== null && /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType.toLowerCase() : null;
}

function pixels(value: unknown): number {
  const count = numberOf(value);
  return count !== null && count > 0 && count <= MAX_PIXELS ? Math.round(count) : 0;
}
