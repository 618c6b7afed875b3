/** BullMQ's own view of its queues, for administrators, and only to look at: what becomes of a job is decided in the outbox. */
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { databaseUrl, whenDisconnecting } from '../../../db/client.ts';
import { openQueuesToSee } from '../../../jobs/queues.ts';
import { findRedisProblem } from '../../../jobs/reachable.ts';
import { config } from '../../../lib/config.ts';
import { DomainError, notFound } from '../../../lib/errors.ts';
import { assetPaths } from '../../assets.ts';
import { problem } from '../errors.ts';
import { pageHeaders } from '../layout.ts';
import { visitOf } from '../session.ts';

const path = '/admin/queues';

/** It is a program of its own: it runs its scripts, and styles elements as it goes; nothing of other hosts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'";

/** Opened at the first look, for the other processes never need it. */
let opening: Promise<Hono> | undefined;

async function open(): Promise<Hono> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, queues] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/hono'),
    openQueuesToSee(databaseUrl()),
  ]);
  whenDisconnecting(() => {
    opening = undefined;
    return queues.close();
  });
  const adapter = new HonoAdapter(serveStatic).setBasePath(path);
  createBullBoard({
    queues: queues.list.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Potluck’s queues',
        boardLogo: { path: assetPaths.icon, width: 28, height: 28 },
        favIcon: { default: assetPaths.icon, alternative: assetPaths.icon },
        hideRedisDetails: true,
        hideDocsLink: true,
      },
    },
  });
  return new Hono().route(path, adapter.registerPlugin());
}

async function look(c: Context): Promise<Response> {
  try {
    if (!(await visitOf(c))?.isAdmin) throw notFound();
    // BullMQ would wait for it without end.
    const wrong = config.redisUrl ? await findRedisProblem(config.redisUrl) : null;
    if (wrong) throw new DomainError('unavailable', `Redis: ${wrong}`);
    opening ??= open();
    opening.catch(() => {
      opening = undefined;
    });
    const answer = await (await opening).fetch(c.req.raw);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    const body = isPage ? asOurs(await answer.text()) : answer.body;
    const headers = { ...pageHeaders, 'content-security-policy': policy };
    const type = answer.headers.get('content-type');
    return new Response(body, {
      status: answer.status,
      headers: type ? { ...headers, 'content-type': type } : headers,
    });
  } catch (error) {
    return problem(c, error);
  }
}

const ours = `<link rel="stylesheet" href="${assetPaths.boardStyle}"><script type="module" src="${assetPaths.board}"></script>`;

/** Its page asks another host for letters to write with, and does without; ours are names and colours that it lacks. */
const asOurs = (page: string) =>
  page.replaceAll(/<link[^>]*"https?:[^>]*>/g, '').replace('</head>', `${ours}</head>`);

/** Only questions are passed on: nothing that is sent there can change anything. */
export const board = new Hono().get(path, look).get(`${path}/*`, look);
