/** Adds up the compressed sizes of a page's scripts. */
import { gzipSync } from 'node:zlib';
import { serveAsset } from '../../src/web/assets.ts';

/** The limit of any page. The queue dashboard of BullMQ, whose scripts are not assets of ours, is not counted. */
export const maxScriptBytes = 12 * 1_024;

const sizes = new Map<string, Promise<number>>();

async function compressedSize(name: string): Promise<number> {
  const asset = await serveAsset(name);
  if (!asset) throw new Error(`${name} is not an asset`);
  return gzipSync(await asset.bytes(), { level: 9 }).length;
}

/** Throws for an asset that this version does not serve. */
export async function scriptBytes(html: string): Promise<number> {
  const loaded = /<(?:script[^>]*\bsrc|link rel="modulepreload" href)="\/assets\/([^"]*)"/g;
  const names = [...html.matchAll(loaded)].map(([, name]) => name!);
  const found = names.map((name) => {
    if (!sizes.has(name)) sizes.set(name, compressedSize(name));
    return sizes.get(name)!;
  });
  return (await Promise.all(found)).reduce((sum, bytes) => sum + bytes, 0);
}
