/** Waits until an account sees something through the API of its own server. */
import { FormData } from 'undici';
import { expect } from 'vitest';
import { eventually } from '../demo/eventually.ts';
import type { ApiClient } from './api-client.ts';
import type { Instance } from './instance.ts';
import { picture } from './pictures.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

export interface Event {
  action: string;
  account: { username: string };
  object: { id: number; uri: string; name: string };
}

export const until = <T>(expected: string, look: () => Promise<T>, holds: (seen: T) => boolean) =>
  eventually(expected, look, holds, waitTimeoutMs);

export const body = async (client: ApiClient, path: string) => (await client.get(path)).body;
export const home = (client: ApiClient): Promise<Event[]> => body(client, '/timeline?limit=80');
export const say = (client: ApiClient, content: string, more = {}) =>
  client.post('/statuses', { status: { content, ...more } });

/** Waits until the item is in the home timeline. Returns its local id. */
export async function comes(client: ApiClient, uri: string, action = 'create'): Promise<number> {
  const isIt = (event: Event) => event.object.uri === uri && event.action === action;
  await until(
    `${action} ${uri}`,
    () => home(client),
    (events) => events.some(isIt),
  );
  return (await home(client)).find(isIt)!.object.id;
}

export const goes = (client: ApiClient, uri: string) =>
  until(
    `no ${uri}`,
    () => home(client),
    (events) => !events.some(({ object }) => object.uri === uri),
  );

/** Waits for exactly this number of notifications of the type. */
export async function hears(client: ApiClient, type: string, times = 1): Promise<void> {
  const count = (all: { type: string }[]) => all.filter((each) => each.type === type).length;
  const look = () => body(client, '/notifications?limit=80');
  await until(`${times} × ${type}`, look, (all) => count(all) === times);
}

export async function idOf(client: ApiClient, name: string, { host }: Instance): Promise<number> {
  const look = () => body(client, `/accounts/${encodeURIComponent(`${name}@${host}`)}`);
  await until(`${name}@${host} loaded`, look, ({ state }) => state === 'loaded');
  return (await look()).id;
}

export const relation = async (client: ApiClient, id: number) =>
  (await body(client, `/accounts/relationships?id=${id}`))[0];

export const isFollowing = (client: ApiClient, id: number, expected = true) =>
  until(
    `following: ${expected}`,
    () => relation(client, id),
    ({ following }) => following === expected,
  );

export async function follow(client: ApiClient, name: string, where: Instance): Promise<number> {
  const id = await idOf(client, name, where);
  expect((await client.post(`/accounts/${id}/follow`)).status).toBe(201);
  return id;
}

/** Uploads a picture with a description. Returns its id. */
export async function upload(client: ApiClient, description: string): Promise<number> {
  const form = new FormData();
  const jpeg = new Uint8Array(await picture().jpeg().toBuffer());
  form.set('media[file]', new Blob([jpeg], { type: 'image/jpeg' }), 'photo.jpg');
  form.set('media[description]', description);
  const { status, body: medium } = await client.post('/media', form);
  expect(status).toBe(201);
  return medium.id;
}
