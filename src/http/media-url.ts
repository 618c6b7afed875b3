/** Builds the URLs of a picture in each size. */
import { config } from '../lib/config.ts';

export interface PictureUrls {
  original: string;
  medium: string;
  small: string;
}

export function pictureUrls(key: string): PictureUrls {
  const base = `${config.baseUrl}/media/${key}`;
  return { original: `${base}/original`, medium: `${base}/medium`, small: `${base}/small` };
}
