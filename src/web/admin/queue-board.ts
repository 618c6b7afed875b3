/** Shows BullMQ's queue dashboard to administrators. It is read-only, because the outbox controls the jobs. */
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { databaseUrl, onDisconnect } from '../../db/client.ts';
import { may } from '../../domain/roles/permissions.ts';
import { findBrowserSession } from '../../http/browser-session.ts';
import { findRedisProblem } from '../../jobs/redis.ts';
import { config } from '../../lib/config.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { textOf } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import { pageHeaders } from '../components/layout.tsx';
import { orErrorPage } from '../components/page-handler.tsx';

const path = '/admin/queues';

/** The dashboard needs scripts and inline styles, but nothing from other hosts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'self'; frame-ancestors 'none'";

/** Opened on the first request, since most processes never need it. */
let opening: Promise<Hono> | undefined;

async function open(): Promise<Hono> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, { openQueuesForInspection }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/hono'),
    import('../../jobs/queues.ts'),
  ]);
  const queues = await openQueuesForInspection(databaseUrl());
  onDisconnect(() => {
    opening = undefined;
    return queues.close();
  });
  const adapter = new HonoAdapter(serveStatic).setBasePath(path);
  createBullBoard({
    queues: queues.list.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Potluck queues',
        boardLogo: { path: assetPaths.icon, width: 28, height: 28 },
        favIcon: { default: assetPaths.icon, alternative: assetPaths.icon },
        hideRedisDetails: true,
        hideDocsLink: true,
        // Workers on PostgreSQL share connections, so BullMQ finds none and the board would call every queue idle.
        showWorkers: false,
      },
    },
  });
  return new Hono().route(path, adapter.registerPlugin());
}

async function serveBoard(c: Context): Promise<Response> {
  const session = await findBrowserSession(c);
  if (!session || !may(session.role, 'operate')) throw notFound();
  // Without Redis, BullMQ would wait forever.
  const redisProblem = config.redisUrl ? await findRedisProblem(config.redisUrl) : null;
  if (redisProblem) throw new DomainError('unavailable', textOf(redisProblem));
  opening ??= open();
  opening.catch(() => {
    opening = undefined;
  });
  const response = await (await opening).fetch(c.req.raw);
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  const body = isPage ? adaptPage(await response.text()) : response.body;
  const headers = { ...pageHeaders, 'content-security-policy': policy };
  const type = response.headers.get('content-type');
  return new Response(body, {
    status: response.status,
    headers: type ? { ...headers, 'content-type': type } : headers,
  });
}

const headTags =
  `<link rel="stylesheet" href="${assetPaths.boardStyle}">` +
  `<script type="module" src="${assetPaths.queueBoard}"></script>`;

/** Removes fonts from other hosts, and adds accessible names and colours. */
const adaptPage = (page: string) =>
  page.replaceAll(/<link[^>]*"https?:[^>]*>/g, '').replace('</head>', `${headTags}</head>`);

/** Only GET requests are passed on, so nothing can be changed. */
export const board = new Hono().on('GET', [path, `${path}/*`], orErrorPage(serveBoard));
