/** The load of the run on a small machine: an import, photos of others, received posts and readers, at once. */
import { createReadStream, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { request } from 'undici';
import { query } from '../../faults/database.ts';
import { activity, note } from '../../faults/peers/activities.ts';
import type { Peers } from '../../faults/peers/peers.ts';
import type { Instance } from '../../support/instance.ts';

/** A request that was answered, or not: then the status is 0. */
export interface Timed {
  /** When it began, by `performance.now`. */
  began: number;
  ms: number;
  status: number;
}

type Method = 'GET' | 'POST' | 'PUT';

export interface Api {
  /** A buffer is sent as `type`, anything else as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it reads
  ask(method: Method, path: string, body?: object, type?: string): Promise<Timed & { json: any }>;
}

/** Talks to the web process as its proxy does. */
export function apiOf(instance: Instance, token?: string): Api {
  return {
    ask: async (method, path, body, type = 'application/octet-stream') => {
      const began = performance.now();
      const headers = {
        host: instance.host,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': Buffer.isBuffer(body) ? type : 'application/json' }),
      };
      try {
        const response = await request(`http://127.0.0.1:${instance.proxy.target}${path}`, {
          method,
          headers,
          headersTimeout: 120_000,
          bodyTimeout: 120_000,
          ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
        });
        const text = await response.body.text();
        const json = /json/.test(String(response.headers['content-type'])) ? JSON.parse(text) : null;
        return { began, ms: performance.now() - began, status: response.statusCode, json };
      } catch {
        return { began, ms: performance.now() - began, status: 0, json: null };
      }
    },
  };
}

const chunkBytes = 8 * 2 ** 20;

/** Uploads a library in chunks and confirms it. Returns its id, or null if the server refuses it or ends. */
export async function startImport(api: Api, path: string): Promise<number | null> {
  const bytes = statSync(path).size;
  const { json: upload } = await api.ask('POST', '/api/v1/import_uploads', {
    name: 'library.paprikarecipes',
    bytes,
  });
  if (!upload?.id) return null;
  let offset = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    await api.ask('PUT', `/api/v1/import_uploads/${upload.id}?offset=${offset}`, chunk);
    offset += chunk.length;
  }
  let { json: preview } = await api.ask('POST', '/api/v1/imports', { upload_id: upload.id });
  if (!preview?.id) return null;
  while (preview?.read_at === null) {
    await sleep(1_000);
    ({ json: preview } = await api.ask('GET', `/api/v1/imports/${preview.id}`));
  }
  if (!preview?.id) return null;
  const { status } = await api.ask('POST', `/api/v1/imports/${preview.id}/confirm`, { visibility: 'public' });
  return status === 202 ? preview.id : null;
}

export interface Progress {
  done: number;
  total: number;
  waiting: number;
  pictures: number;
}

/** Nothing while PostgreSQL is not ready. */
export const progressOf = (alpha: Instance, id: number | null): Promise<Progress[]> =>
  query<Progress>(
    alpha,
    `SELECT (SELECT done FROM import WHERE id = $1) AS done, (SELECT total FROM import WHERE id = $1) AS total,
       (SELECT count(*)::int FROM outbox WHERE job IN ('run-import', 'process-medium') AND quarantined_at IS NULL) AS waiting,
       (SELECT count(*)::int FROM medium WHERE state = 'ready' AND eventable_id IS NOT NULL) AS pictures`,
    [id],
  ).catch(() => []);

/** JPEG as cameras write them: from above, turned by a quarter, and progressive. */
export async function photosOf24Megapixels(): Promise<Buffer[]> {
  const [width, height] = [6_000, 4_000];
  const noise = (size: { width: number; height: number }, sigma: number) =>
    sharp({
      create: { ...size, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } },
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
  const shapes = await noise({ width: 600, height: 400 }, 60);
  const grain = await noise({ width, height }, 3);
  const data = await sharp(shapes)
    .resize(width, height, { kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .raw()
    .toBuffer();
  const picture = () => sharp(data, { raw: { width, height, channels: 3 } });
  return Promise.all([
    picture().jpeg({ quality: 90 }).toBuffer(),
    picture().withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer(),
    picture().jpeg({ quality: 90, progressive: true }).toBuffer(),
  ]);
}

/** Calls `work` one after the other until `isOver`. */
export async function repeat(isOver: () => boolean, pauseMs: number, work: (n: number) => Promise<void>) {
  for (let n = 0; !isOver(); n += 1) {
    await work(n);
    await sleep(pauseMs);
  }
}

const boundary = 'photo-of-24-megapixels';
const part = `--${boundary}\r\ncontent-disposition: form-data; name="media[file]"; filename="photo.jpg"\r\n\r\n`;

/** Uploads four photos at once, and waits until all are answered. */
export async function uploadFour(apis: Api[], photos: Buffer[], n: number): Promise<Timed[]> {
  return Promise.all(
    apis.map(async (api, at) => {
      const photo = photos[(n + at) % photos.length]!;
      const body = Buffer.concat([Buffer.from(part), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]);
      const type = `multipart/form-data; boundary=${boundary}`;
      const { began, ms, status } = await api.ask('POST', '/api/v1/media', body, type);
      return { began, ms, status };
    }),
  );
}

/** Sends `count` signed posts that mention `mentioned`, evenly over `seconds`. Resolves to the statuses. */
export async function sendPosts(
  peers: Peers,
  mentioned: string,
  { count, seconds, isOver }: { count: number; seconds: number; isOver: () => boolean },
): Promise<number[]> {
  const sent: Promise<number>[] = [];
  const words = 'The starter doubled in four hours, so the dough went in early. '.repeat(8);
  for (let n = 0; n < count && !isOver(); n += 1) {
    const by = peers.actor(n % peers.hosts.length, `cook${n % 20}`);
    sent.push(peers.send(activity(by, 'Create', note(by, `${n} ${words}`, mentioned)), by));
    await sleep((seconds * 1_000) / count);
  }
  return Promise.all(sent);
}
