/** Adds up the compressed sizes of a page's scripts. */
import { gzipSync } from 'node:zlib';
import { serveAsset } from '../../src/web/assets.ts';

/** The limit of any page. The queue dashboard of BullMQ, whose scripts are not assets of ours, is not counted. */
export const maxScriptBytes = 12 * 1_024;

/** Throws for an asset that this version does not serve. */
export async function scriptBytes(html: string): Promise<number> {
  const names = [...html.matchAll(/<script[^>]*\bsrc="\/assets\/([^"]*)"/g)].map(([, name]) => name!);
  const sizes = await Promise.all(
    names.map(async (name) => {
      const asset = await serveAsset(name);
      if (!asset) throw new Error(`${name} is not an asset`);
      return gzipSync(await asset.bytes(), { level: 9 }).length;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
