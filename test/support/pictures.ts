/** Pictures made on the spot, and their way into the house. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Account } from '../../src/domain/accounts/account.ts';
import { config } from '../../src/lib/config.ts';
import { type Answer, request, theApp, tokenOf } from './as.ts';
import { whileWorking } from './while-working.ts';

/** Something to see: red above, blue below. */
export function picture(width = 60, height = 40): Sharp {
  const half = { width, height: Math.ceil(height / 2), channels: 3 as const };
  const upper = { create: { ...half, background: '#d02010' } };
  return sharp({ create: { width, height, channels: 3, background: '#1030c0' } }).composite([
    { input: upper, top: 0, left: 0 },
  ]);
}

export interface Sent {
  file?: Uint8Array;
  name?: string;
  description?: string;
  /** `media` alone in place of `media[file]`. */
  plain?: boolean;
  root?: string;
  headers?: Record<string, string>;
}

/** Uploads while workers are at work. */
export const upload = (who: Account, path: string, sent: Sent, method = 'POST'): Promise<Answer> =>
  whileWorking(() => send(who, path, sent, method));

/** Uploads, whether there is a worker or not. */
export async function send(who: Account, path: string, sent: Sent, method = 'POST'): Promise<Answer> {
  const { file, name = 'photo.jpg', description, plain = false, root = 'media', headers = {} } = sent;
  const body = new FormData();
  const blob = file && new Blob([file as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
  if (blob) body.set(plain ? root : `${root}[file]`, blob, name);
  if (description !== undefined) body.set(plain ? 'description' : `${root}[description]`, description);
  return request(method, path, {
    headers: { authorization: `Bearer ${await tokenOf(who)}`, ...headers },
    body,
  });
}

/** GETs one of its sizes, as the URL in an output has it. */
export async function look(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return theApp().request(url, { headers });
}

/** With the caller's token. */
export const lookAs = async (who: Account, url: string): Promise<Response> =>
  look(url, { authorization: `Bearer ${await tokenOf(who)}` });

export const keyOf = (url: string): string => new URL(url).pathname.split('/')[2]!;

/** Names of the files kept under the picture's key. */
export async function filesOf(url: string): Promise<string[]> {
  const key = keyOf(url);
  const folder = join(config.dataDir, 'media', key.slice(0, 2), key);
  return existsSync(folder) ? (await readdir(folder)).toSorted() : [];
}

/** Every key there is on disk. */
export async function keysOnDisk(): Promise<string[]> {
  const root = join(config.dataDir, 'media');
  const shelves = existsSync(root) ? await readdir(root) : [];
  return (await Promise.all(shelves.map((shelf) => readdir(join(root, shelf))))).flat();
}
