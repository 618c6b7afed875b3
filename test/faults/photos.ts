/** Uploads photos and compares their bytes later. */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { FormData } from 'undici';
import type { ClientResponse } from '../support/api-client.ts';
import type { Client } from './client.ts';

/** A photo like no other, of about `kilobytes`. Noise does not compress. */
export async function photo(kilobytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(kilobytes * 450));
  const raw = { width: side, height: side, channels: 3 as const };
  return sharp(randomBytes(side * side * 3), { raw })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Publishes it in a status. Resolves to the answer to the upload, or to null without one. */
export async function uploadPhoto(client: Client, bytes: Buffer): Promise<ClientResponse | null> {
  const form = new FormData();
  form.set('media[file]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await client.request('post', '/media', form);
  if (response?.status !== 201) return response;
  const published = await client.request('post', '/statuses', {
    content: 'A photo',
    media_ids: [response.body.id],
  });
  return published?.status === 201 ? response : published;
}

/** SHA-256 of the bytes at each URL; a status where there is none. */
export async function hashAll(urls: string[], origin: string, port: number): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const url of urls) {
    const response = await fetch(url.replace(origin, `http://127.0.0.1:${port}`));
    const bytes = Buffer.from(await response.arrayBuffer());
    hashes.set(url, response.ok ? createHash('sha256').update(bytes).digest('hex') : `status ${response.status}`);
  }
  return hashes;
}
