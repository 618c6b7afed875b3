/** A separate process that uses a database: prints one JSON line, then waits until its stdin closes. */
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';

const [what, where = '', folder] = process.argv.slice(2);

if (what === 'migrate') {
  process.stdout.write(`${JSON.stringify(await migrate(where, { folder }))}\n`);
} else {
  const embedded = await startEmbedded(where, { settings: { fsync: 'off' } });
  process.stdout.write(`${JSON.stringify({ url: embedded.url, startedHere: embedded.startedHere })}\n`);
  process.stdin.resume().once('close', () => void embedded.stop());
}
