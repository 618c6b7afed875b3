/** Measures a post that goes viral: thousands of people of one server, all unknown here, like it within a minute. */
import { generateKeyPairSync } from 'node:crypto';
import { runProcess } from '../child.ts';
import { type BenchContext, baseUrl } from '../context.ts';
import { openDatabase, waitForEmptyOutbox } from '../database.ts';
import { post } from '../load/post.ts';
import type { ViralLoad, ViralResult } from '../processes/viral.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { bundleProcess, startBenchServer } from '../server.ts';

const people = 3_000;
const seconds = 60;

export async function measureViral(context: BenchContext, seeded: Seeded): Promise<Figure[]> {
  const figures: Figure[] = [];
  const database = openDatabase(context);
  const webScript = await bundleProcess('viral-web');
  for (const [run, backend] of context.backends.entries()) {
    progress(`a post that goes viral, ${backend}`);
    const host = `viral${run}.bench`;
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const environment = {
      ...context.environment,
      VIRAL_HOST: host,
      VIRAL_KEY: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    };
    const { port, stop } = await startBenchServer({ ...context, environment }, backend, { webScript });
    const { author, readers, peers, statusIris, cooks } = seeded;
    const id = await post(port, author.token, '/api/v1/statuses', { content: 'A loaf that everybody likes' });
    const began = await database.row<{ now: Date }>('SELECT clock_timestamp() AS now');
    const result = await runProcess<ViralResult>('viral', {
      port,
      host,
      privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      object: `${baseUrl}/users/${author.id}/statuses/${id}`,
      people,
      seconds,
      run,
      seeded: { peers, statusIris, cooks },
      token: readers[0]!.token,
    } satisfies ViralLoad);
    progress(`  answers ${JSON.stringify(result.statuses)}`);

    await database.until('counted', people, 'SELECT likes_count AS count FROM eventable WHERE id = $1', [id]);
    const counted = await database.row<{ seconds: number }>(
      'SELECT extract(epoch FROM clock_timestamp() - $1)::float8 AS seconds',
      [began.now],
    );
    await waitForEmptyOutbox(database);
    await stop();
    const { before, meanwhile } = result;
    const measure = (what: string) => `viral: ${what}, ${backend}`;
    const refused = Object.entries(result.statuses).reduce((sum, [status, n]) => (status === '202' ? sum : sum + n), 0);
    if (refused > people / 10) throw new Error(`${refused} of ${people} likes were refused at first`);
    figures.push(
      {
        measure: measure(`${people} likes accepted`),
        value: result.seconds,
        unit: 's',
        aim: { atMost: 1.5 * seconds },
      },
      { measure: measure('likes counted'), value: counted.seconds, unit: 's', aim: { atMost: 5 * 60 } },
      { measure: measure('inbox of others p99, before'), value: before.inbox, unit: 'ms' },
      { measure: measure('inbox of others p99'), value: meanwhile.inbox, unit: 'ms', aim: { atMost: 500 } },
      { measure: measure('timeline p99, before'), value: before.timeline, unit: 'ms' },
      { measure: measure('timeline p99'), value: meanwhile.timeline, unit: 'ms', aim: { atMost: 250 } },
    );
  }
  return figures;
}
