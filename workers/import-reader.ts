/**
 * Reads the source of an import from descriptor 3 and writes what it finds to stdout, in a process without a database.
 */
import { type ReadRequest, type SourceEvent, toFrame } from '../src/domain/migration/reading/events.ts';
import { readSource } from '../src/domain/migration/reading/read-source.ts';
import { writeFor } from '../src/lib/language/reader.ts';

const request = JSON.parse(process.argv[2]!) as ReadRequest & { pauseSeconds: number };
const { stdout } = process;
let entries = 0;

await writeFor({ language: request.language, timeZone: 'UTC' }, async () => {
  for await (const event of readSource({ fd: 3 }, request)) {
    // At least one entry is read, however little time is left.
    if (event.type === 'entry' && entries > 0 && usedSeconds() > request.pauseSeconds)
      return send({ type: 'pause', at: event.at });
    if (event.type === 'entry') entries += 1;
    await send(event);
  }
});
// The file stays open, and a stream may still wait for it.
process.exit(0);

/** The server reads when it has room. */
function send(event: SourceEvent): Promise<void> {
  return new Promise((resolve) => stdout.write(toFrame(event), () => resolve()));
}

function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
