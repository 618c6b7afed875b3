/**
 * Bodies that break off anywhere, in chunks of any size, over real connections: the server answers the next request.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { bodyRules } from '../../src/http/body.ts';
import { maxFormBytesOf } from '../../src/http/form.ts';
import { maxUploadBodyBytes } from '../../src/http/multipart.ts';
import { testApp, tokenOf } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { cookieOf } from '../support/get-page.ts';
import { type RawRequest, sendRaw } from '../support/raw-request.ts';
import { scaled } from '../support/test-length.ts';
import { expectNothingUncaught } from '../support/uncaught.ts';
import { fetchFromServer, origin, useWebServer } from '../support/web-server.ts';

useCast();
useWebServer();
expectNothingUncaught();

const multipart = 'multipart/form-data; boundary=b';
const form = Buffer.from(
  [
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n',
    '--b\r\nContent-Disposition: form-data; name="photo"; filename="f.png"\r\n\r\nabcdef\r\n--b--\r\n',
  ].join(''),
);
/** Before this the form is not complete. */
const incomplete = form.length - 2;

type Caller = 'anonymous' | 'member';
let credentials: Record<Caller, Record<string, string>>;

beforeAll(async () => {
  await prisma().member.update({ where: { accountId: cast.ann.id }, data: { role: 'owner' } });
  const { cookie } = await cookieOf(cast.ann);
  credentials = { anonymous: {}, member: { cookie, authorization: `Bearer ${await tokenOf(cast.ann)}` } };
});

const addressOf = (path: string) => path.replaceAll(/:\w+(?:\{[^}]*\})?|\*/g, '1');

/** Sends several at a time, and fails for the first that is not answered as it must be. */
async function sendAll(requests: RawRequest[], mayBe: (status: number) => boolean): Promise<void> {
  const waiting = [...requests];
  const sendWaiting = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const statuses = await sendRaw(request);
      const isRight =
        request.then === 'broken' || (statuses.length === 2 && mayBe(statuses[0]!) && statuses[1] === 200);
      if (!isRight) expect([request.path, String(request.body), request.chunkBytes, statuses]).toEqual('answers');
    }
  };
  await Promise.all(Array.from({ length: 16 }, sendWaiting));
  expect((await fetchFromServer(`${origin}/livez`)).status).toBe(200);
}

function cuts(body: Buffer, until: number, step: number): Pick<RawRequest, 'body' | 'chunkBytes' | 'then'>[] {
  const all = [];
  for (let end = 0; end < until; end += 1)
    for (const chunkBytes of [1, 7, 1_000])
      for (const then of ['next', 'broken'] as const) all.push({ body: body.subarray(0, end), chunkBytes, then });
  return all.filter((_, at) => at % step === 0);
}

const multipartRoutes = () =>
  [...bodyRules(testApp())].filter(([, { maxBytes }]) => [maxFormBytesOf.kept, maxUploadBodyBytes].includes(maxBytes));

describe.each(['anonymous', 'member'] as const)('%s', (caller) => {
  test('no multipart form that breaks off ends the server or its connection', async () => {
    const found = multipartRoutes();
    expect(found.map(([name]) => name)).toEqual(
      expect.arrayContaining(['POST /write/post', 'POST /write/photos', 'POST /api/v1/media', 'POST /settings/import']),
    );
    const requests = found.flatMap(([name, { from }]) => {
      const [method, path] = name.split(' ') as [string, string];
      // All use the same reader, so the short form tries one form and one route of the API more often than the others.
      const isOften = ['/write/post', '/api/v1/media'].includes(path);
      const step = scaled({ short: isOften ? 23 : 389, full: 1 });
      expect(from).toBe('members');
      const headers = { ...credentials[caller], 'content-type': multipart };
      return cuts(form, incomplete, step).map((cut) => ({ method, path: addressOf(path), headers, ...cut }));
    });
    await sendAll(requests, (status) => (caller === 'member' ? status < 500 && status >= 400 : status < 500));
  });

  test('no other body that breaks off does', async () => {
    const bodies = {
      'application/json': Buffer.from('{"recipe":{"name":"Soup","ingredients":[{"name":"salt"}]}}'),
      'application/x-www-form-urlencoded': Buffer.from('name=ann&password=%C3%A4&form_token=abc'),
      'application/activity+json': Buffer.from('{"id":"https://peer.example/1","type":"Like","actor":"x"}'),
      'application/octet-stream': Buffer.from('PK\x03\x04 and more of an archive'),
      'text/plain': Buffer.from('a'),
    };
    const step = scaled({ short: 809, full: 61 });
    let at = 0;
    const requests = [...bodyRules(testApp()).keys()].flatMap((name) => {
      const [method, path] = name.split(' ') as [string, string];
      return Object.entries(bodies).flatMap(([type, body]) => {
        const headers = { ...credentials[caller], 'content-type': type };
        // A different start for each, so that all cuts are met somewhere.
        at += 1;
        return cuts(body, body.length, 1)
          .filter((_, index) => (index + at) % step === 0)
          .map((cut) => ({ method, path: addressOf(path), headers, ...cut }));
      });
    });
    await sendAll(requests, (status) => status < 500);
  });
});
