/** Measures requests: their time, and the blocks that their statements touch in shared buffers. */
import pg from 'pg';
import { processorMs } from '../alone/counters.ts';
import { openRawConnection, type RawConnection, requestBytes } from '../load/raw-connection.ts';
import type { Grown } from '../processes/seed-growth.ts';
import { treeOf } from '../small-machine/samples.ts';
import type { Target, Viewer } from './targets.ts';

export interface Reading {
  name: string;
  bound: number;
  viewer: Viewer;
  status: number;
  /** Milliseconds. Null for viewers for whom fewer blocks are touched than for another. */
  p95: number | null;
  /** Of the web process and PostgreSQL for one request, which says more than `p95` on a busy machine. */
  processorMs: number | null;
  /** Of the first request, for which nothing is cached, or of later ones if these touch more. */
  blocks: number;
  /** The statements of the first request that touch most. */
  most: { blocks: number; text: string }[];
}

const timed = 20;
/** Statements of something else may run at the same time, so the least of some counts. */
const counted = 2;

export interface Meter {
  read(target: Target): Promise<Reading[]>;
  /** Milliseconds of one prepared read of an account, p50: the floor of this machine at this moment. */
  floor(): Promise<number>;
  close(): Promise<void>;
}

interface Measured {
  port: number;
  /** The roots of the process trees of the server and of its PostgreSQL. */
  pids: number[];
  /** Of a superuser, who may read `pg_stat_statements`. */
  adminUrl: string;
}

export async function openMeter({ port, pids, adminUrl }: Measured, grown: Grown): Promise<Meter> {
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => {});
  await admin.connect();
  await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  let connection: RawConnection = await openRawConnection(port);

  const blocksOf = async (request: Buffer) => {
    await admin.query('SELECT pg_stat_statements_reset()');
    const status = await connection.send(request);
    const { rows } = await admin.query<{ blocks: number; text: string }>(
      `SELECT sum(shared_blks_hit + shared_blks_read)::float8 AS blocks, query AS text FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND query NOT LIKE '%pg_stat_statements%'
       GROUP BY query ORDER BY 1 DESC`,
    );
    return { status, blocks: rows.reduce((sum, { blocks }) => sum + blocks, 0), most: rows.slice(0, 3) };
  };

  /** Only the times of the viewer with most blocks are measured. */
  const readAs = async (target: Target): Promise<Reading[]> => {
    const readings: (Reading & { request: Buffer })[] = [];
    for (const viewer of target.viewers) {
      const request = requestBytes('GET', target.path, headersOf(target, viewer, grown));
      const first = await blocksOf(request);
      const later: number[] = [];
      for (let at = 0; at < counted && first.status === 200; at += 1) later.push((await blocksOf(request)).blocks);
      const blocks = Math.max(first.blocks, Math.min(...later, first.blocks));
      const { status, most } = first;
      const { name, bound } = target;
      readings.push({ name, bound, viewer, status, p95: null, processorMs: null, blocks, most, request });
    }
    const slowest = readings.toSorted((one, other) => other.blocks - one.blocks)[0]!;
    if (slowest.status === 200) Object.assign(slowest, await timesOf(slowest.request));
    return readings.map(({ request: _, ...reading }) => reading);
  };

  const timesOf = async (request: Buffer) => {
    const times: number[] = [];
    const processes = pids.flatMap(treeOf);
    const processorBefore = processorMs(processes);
    for (let at = 0; at < timed; at += 1) {
      const began = performance.now();
      await connection.send(request);
      times.push(performance.now() - began);
    }
    return {
      p95: times.toSorted((one, other) => one - other)[Math.ceil(timed * 0.95) - 1]!,
      processorMs: (processorMs(processes) - processorBefore) / timed,
    };
  };

  return {
    read: (target) =>
      readAs(target).catch(async (error: Error) => {
        connection.close();
        connection = await openRawConnection(port);
        throw new Error(`${target.path}: ${error.message}`);
      }),
    floor: async () => {
      const times: number[] = [];
      for (let at = 0; at < 200; at += 1) {
        const began = performance.now();
        await admin.query({
          name: 'floor',
          text: 'SELECT * FROM account WHERE id = $1',
          values: [grown.members.author.id],
        });
        times.push(performance.now() - began);
      }
      return times.sort((one, other) => one - other)[100]!;
    },
    close: async () => {
      connection.close();
      await admin.end();
    },
  };
}

function headersOf(
  { isPage, accept = '*/*' }: Target,
  viewer: Viewer,
  { baseUrl, members }: Grown,
): Record<string, string> {
  const { host, protocol } = new URL(baseUrl);
  const cookie = `${protocol === 'https:' ? '__Host-' : ''}session`;
  return {
    host,
    accept: isPage ? 'text/html' : accept,
    ...(viewer && isPage && { cookie: `${cookie}=${members[viewer].session}` }),
    ...(viewer && !isPage && { authorization: `Bearer ${members[viewer].token}` }),
  };
}
