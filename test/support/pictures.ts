/** Creates pictures and uploads them. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { prisma } from '../../src/db/client.ts';
import type { Prisma } from '../../src/db/generated/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { config } from '../../src/lib/config.ts';
import { type ApiResponse, request, testApp, tokenOf } from './as.ts';
import { withWorkers } from './with-workers.ts';

/** An image with red above and blue below. */
export function picture(width = 60, height = 40): Sharp {
  const half = { width, height: Math.ceil(height / 2), channels: 3 as const };
  const upper = { create: { ...half, background: '#d02010' } };
  return sharp({ create: { width, height, channels: 3, background: '#1030c0' } }).composite([
    { input: upper, top: 0, left: 0 },
  ]);
}

/** One bit for each pixel, so that many are packed quickly. */
export function blankPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

export interface UploadForm {
  file?: Uint8Array;
  name?: string;
  description?: string;
  /** Uses the field `media` instead of `media[file]`. */
  plain?: boolean;
  root?: string;
  headers?: Record<string, string>;
}

/** Uploads while workers run. */
export const upload = (who: Account, path: string, sent: UploadForm, method = 'POST'): Promise<ApiResponse> =>
  withWorkers(() => sendUpload(who, path, sent, method));

/** Uploads without waiting for a worker. */
export async function sendUpload(who: Account, path: string, sent: UploadForm, method = 'POST'): Promise<ApiResponse> {
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

/** Copies a picture that was uploaded, because processing another one is slow. It is attached to an item, or to none. */
export async function copyPicture(
  of: { id: number; original: string },
  accountId: number,
  { description = '', itemId = null as number | null } = {},
): Promise<{ id: number; key: string; original: string; small: string }> {
  const key = randomUUID();
  await cp(folderOf(keyOf(of.original)), folderOf(key), { recursive: true });
  const { id: _, ...row } = await prisma().medium.findUniqueOrThrow({ where: { id: of.id } });
  const { id } = await prisma().medium.create({ data: { ...row, accountId, eventableId: itemId, key, description } });
  const url = `${config.baseUrl}/media/${key}`;
  return { id: Number(id), key, original: `${url}/original`, small: `${url}/small` };
}

/** Inserts a picture without files, attached to an item or to none. */
export async function insertPicture(
  accountId: number,
  eventableId: number | null,
  changes: Partial<Prisma.MediumUncheckedCreateInput> = {},
): Promise<{ id: number; key: string }> {
  const plain = { state: 'ready', contentType: 'image/webp', width: 1_200, height: 900 } as const;
  const { id, key } = await prisma().medium.create({
    data: { accountId, eventableId, key: randomUUID(), ...plain, ...changes },
  });
  return { id: Number(id), key };
}

/** As if the remote picture had been fetched. Returns its row. */
export const markFetched = (id: number) => prisma().medium.update({ where: { id }, data: { state: 'ready' } });

/** GETs one of its sizes by the URL in a response. */
export async function getMedium(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return testApp().request(url, { headers });
}

/** With the account's token. */
export const getMediumAs = async (who: Account, url: string): Promise<Response> =>
  getMedium(url, { authorization: `Bearer ${await tokenOf(who)}` });

export const keyOf = (url: string): string => new URL(url).pathname.split('/')[2]!;

const folderOf = (key: string): string => join(config.dataDir, 'media', key.slice(0, 2), key);

/** Lists the files stored under the picture's key. */
export async function filesOf(url: string): Promise<string[]> {
  const folder = folderOf(keyOf(url));
  return existsSync(folder) ? (await readdir(folder)).toSorted() : [];
}

/** Lists all keys on disk. */
export async function keysOnDisk(): Promise<string[]> {
  const root = join(config.dataDir, 'media');
  const backends = existsSync(root) ? await readdir(root) : [];
  return (await Promise.all(backends.map((backend) => readdir(join(root, backend))))).flat();
}
