/** An in-process S3-compatible store that checks signature, clock, bucket and checksum of every request. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface TestBucket {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  /** Every accepted request, such as `PUT media/…`. */
  asked: string[];
  /** Why requests were refused. */
  refused: string[];
  /** While true, connections are cut without a response. */
  down: boolean;
  /** Environment variables that point to it. */
  env: Record<string, string>;
  stop(): void;
}

const bucket = 'pictures';
const region = 'eu-west-3';
const keyId = 'AKIDPOTLUCK';
const secret = 'a/secret+key';
/** A store may send fewer than requested. */
const maxKeysPerPage = 100;

export async function startS3(): Promise<TestBucket> {
  const server = createServer((request, response) => {
    if (store.down) return void request.socket.destroy();
    answer(store, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: TestBucket = {
    endpoint,
    objects: new Map(),
    asked: [],
    refused: [],
    down: false,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: keyId,
      S3_SECRET_ACCESS_KEY: secret,
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return store;
}

async function answer(store: TestBucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const url = new URL(request.url!, store.endpoint);
  const wrong = findWrong(request, url, body);
  if (wrong) {
    store.refused.push(wrong);
    response.writeHead(403, { 'content-type': 'application/xml' });
    return void response.end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${wrong}</Message></Error>`);
  }

  const [, host, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  store.asked.push(`${request.method} ${key}`);
  if (host !== bucket) return void response.writeHead(404).end();
  if (key === '') return list(store, url, response);

  const found = store.objects.get(key);
  if (request.method === 'PUT') {
    store.objects.set(key, { bytes: body, changedAt: new Date() });
    response.writeHead(200, { etag: etagOf(body) }).end();
  } else if (request.method === 'DELETE') {
    store.objects.delete(key);
    response.writeHead(204).end();
  } else if (!found) {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchKey</Code></Error>');
  } else {
    response.writeHead(200, { etag: etagOf(found.bytes), 'content-length': found.bytes.length });
    response.end(request.method === 'HEAD' ? undefined : found.bytes);
  }
}

/** ListObjectsV2, in the order of the keys. */
function list({ objects }: TestBucket, { searchParams }: URL, response: ServerResponse): void {
  const after = searchParams.get('continuation-token') ?? '';
  const maxKeys = Math.min(Number(searchParams.get('max-keys') ?? 1_000), maxKeysPerPage);
  const below = [...objects].filter(([key]) => key.startsWith(searchParams.get('prefix') ?? '') && key > after);
  const sorted = below.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const shown = sorted.slice(0, maxKeys);
  const contents = shown.map(
    ([key, { bytes, changedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified>` +
      `<ETag>&quot;${etagOf(bytes).slice(1, -1)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
  );
  const more = sorted.length > maxKeys;
  const next = more ? `<NextContinuationToken>${shown.at(-1)![0]}</NextContinuationToken>` : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>${next}` +
      `<KeyCount>${shown.length}</KeyCount>${contents.join('')}</ListBucketResult>`,
  );
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Checks AWS Signature Version 4; null when valid. */
function findWrong({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day, where, signed = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const date = String(headers['x-amz-date']);
  if (id !== keyId || where !== region) return 'credential';
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day!) || !(Math.abs(Date.now() - at) < 300_000)) return 'date';
  const names = signed.split(';');
  const demanded = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!demanded.every((name) => names.includes(name))) return `not signed: ${demanded}`;

  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const payload = String(headers['x-amz-content-sha256']);
  const path = url.pathname.split('/').map((part) => strict(decodeURIComponent(part)));
  const canonical = [method, path.join('/'), query, lines, signed, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day!, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  if (hmac(key, text).toString('hex') !== signature) return 'signature';

  if (method !== 'PUT') return null;
  const sum = createHash('sha256').update(body).digest('base64');
  return headers['x-amz-checksum-sha256'] === sum ? null : 'checksum';
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
