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

export const waitUntil = <T>(expected: string, look: () => Promise<T>, holds: (seen: T) => boolean) =>
  eventually(expected, look, holds, waitTimeoutMs);

export const getBody = async (client: ApiClient, path: string) => (await client.get(path)).body;
export const getHome = (client: ApiClient): Promise<Event[]> => getBody(client, '/timeline?limit=80');
export const postStatus = (client: ApiClient, content: string, more = {}) =>
  client.post('/statuses', { status: { content, ...more } });

/** Waits until the item is in the home timeline. Returns its local id. */
export async function waitForItem(client: ApiClient, uri: string, action = 'create'): Promise<number> {
  const isExpected = (event: Event) => event.object.uri === uri && event.action === action;
  await waitUntil(
    `${action} ${uri}`,
    () => getHome(client),
    (events) => events.some(isExpected),
  );
  return (await getHome(client)).find(isExpected)!.object.id;
}

export const waitUntilGone = (client: ApiClient, uri: string) =>
  waitUntil(
    `no ${uri}`,
    () => getHome(client),
    (events) => !events.some(({ object }) => object.uri === uri),
  );

/** Waits for exactly this number of notifications of the type. */
export async function waitForNotifications(client: ApiClient, type: string, times = 1): Promise<void> {
  const count = (all: { type: string }[]) => all.filter((each) => each.type === type).length;
  const look = () => getBody(client, '/notifications?limit=80');
  await waitUntil(`${times} × ${type}`, look, (all) => count(all) === times);
}

export async function idOf(client: ApiClient, name: string, { host }: Instance): Promise<number> {
  const look = () => getBody(client, `/accounts/${encodeURIComponent(`${name}@${host}`)}`);
  await waitUntil(`${name}@${host} loaded`, look, ({ state }) => state === 'loaded');
  return (await look()).id;
}

export const getRelationship = async (client: ApiClient, id: number) =>
  (await getBody(client, `/accounts/relationships?id=${id}`))[0];

export const isFollowing = (client: ApiClient, id: number, expected = true) =>
  waitUntil(
    `following: ${expected}`,
    () => getRelationship(client, id),
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
