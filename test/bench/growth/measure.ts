/** Measures requests: their time, and the blocks that their statements touch in shared buffers. */
import pg from 'pg';
import { openRawConnection, type RawConnection, requestBytes } from '../load/raw-connection.ts';
import type { Grown } from '../processes/seed-growth.ts';
import type { Target, Viewer } from './targets.ts';

export interface Reading {
  name: string;
  bound: number;
  viewer: Viewer;
  status: number;
  /** Milliseconds. Null for viewers for whom fewer blocks are touched than for another. */
  p95: number | null;
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

/** @param adminUrl of a superuser, who may read `pg_stat_statements` */
export async function openMeter(port: number, adminUrl: string, grown: Grown): Promise<Meter> {
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
      readings.push({ name: target.name, bound: target.bound, viewer, status, p95: null, blocks, most, request });
    }
    const slowest = readings.toSorted((one, other) => other.blocks - one.blocks)[0]!;
    if (slowest.status === 200) slowest.p95 = await p95Of(slowest.request);
    return readings.map(({ request: _, ...reading }) => reading);
  };

  const p95Of = async (request: Buffer): Promise<number> => {
    const times: number[] = [];
    for (let at = 0; at < timed; at += 1) {
      const began = performance.now();
      await connection.send(request);
      times.push(performance.now() - began);
    }
    return times.toSorted((one, other) => one - other)[Math.ceil(timed * 0.95) - 1]!;
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
