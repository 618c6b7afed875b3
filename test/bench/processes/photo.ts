/** Creates three sizes of a 12-megapixel photo, and measures time and memory of the process that does it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { makePictures } from '../../../workers/imaging/process.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

export interface PhotoResult {
  /** CPU time. */
  seconds: number;
  megabytes: number;
}

/** Soft shapes with some noise, similar to a photo. */
async function photo(): Promise<Buffer> {
  const noise = (width: number, height: number, sigma: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const shapes = await noise(400, 300, 60).png().toBuffer();
  const grain = await noise(4_000, 3_000, 4).png().toBuffer();
  return sharp(shapes)
    .resize(4_000, 3_000, { kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

const millisecondsPerTick = 10;

/** The only child process of this process. */
function lookAtChild(): { ticks: number; kilobytes: number } | null {
  for (const thread of readdirSync('/proc/self/task')) {
    const child = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim();
    if (child === '') continue;
    try {
      const stat = readFileSync(`/proc/${child}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'));
      return { ticks: Number(fields[11]) + Number(fields[12]), kilobytes: Number(peak?.[1] ?? 0) };
    } catch {
      return null;
    }
  }
  return null;
}

await receiveMessage();
const folder = scratchFolder('photo');
process.on('exit', () => rmSync(folder, { recursive: true }));
const path = join(folder, 'photo.jpg');
writeFileSync(path, await photo());
const times: PhotoResult[] = [];
for (let round = 0; round < 3; round += 1) {
  const seen = { ticks: 0, kilobytes: 0 };
  let done = false;
  const making = makePictures(() => open(path, 'r'), [2_800, 1_200, 400]).finally(() => {
    done = true;
  });
  while (!done) {
    const now = lookAtChild();
    seen.ticks = Math.max(seen.ticks, now?.ticks ?? 0);
    seen.kilobytes = Math.max(seen.kilobytes, now?.kilobytes ?? 0);
    await sleep(5);
  }
  await making;
  times.push({ seconds: (seen.ticks * millisecondsPerTick) / 1000, megabytes: seen.kilobytes / 1024 });
}
await sendResult(times.toSorted((one, other) => one.seconds - other.seconds)[1]);
