/** S17: the disks of the media and then of everything run full while members publish, and are freed. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponse } from '../../support/api-client.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { skippedOutcome } from '../outcome.ts';
import { publishDuring } from '../pace.ts';
import { hashAll, photo, uploadPhoto } from '../photos.ts';
import { killPostgres } from '../postmaster.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';

const perSecond = 5;
/** In MiB. The database needs about 100 of them. */
const diskSize = 400;
const mediaSize = 2;
/** A photo and its sizes need more. */
const minFreeBytes = 700_000;
const fullMs = 16_000;
/** Of all lines of the log, in half of that time, when the server has noticed. */
const maxLines = 60;
const recoveryTimeoutMs = 60_000;

export const diskFull: Scenario = {
  id: 'S17',
  name: 'the disks of media and database run full and are freed while members publish',
  isShort: false,
  run: async (context) => {
    const folder = scratchFolder('disk');
    const disk = mountSmallDisk(folder, diskSize);
    const media = disk && mountSmallDisk(join(folder, 'media'), mediaSize);
    if (!disk || !media) return skippedOutcome('mounts are not allowed');
    let fixture: Fixture | undefined;
    context.onEnd(async () => {
      await fixture?.alpha.processes.stop();
      media.unmount();
      disk.unmount();
      rmSync(folder, { recursive: true });
    });
    fixture = await openFixture(context, { hosts: 4, env: { DATA_DIR: folder } });
    const { alpha } = fixture;
    const stored: string[] = [];

    await publishDuring(context, fixture, perSecond, async () => {
      await fillMedia(context, fixture!, media, stored);
      await fillDisk(context, fixture!, disk);
      await untilStored(fixture!, stored);
    });
    const outcome = await judge(context, fixture);
    const hashes = await hashAll(stored, alpha.origin, alpha.processes.port);
    const missing = [...hashes].filter(([, hash]) => hash.startsWith('status'));
    return {
      ...outcome,
      lost: [...outcome.lost, ...missing.map(([url, status]) => `the photo ${url}: ${status}`)],
    };
  },
};

/** Uploads until the disk of the media is full, and again when it is larger. */
async function fillMedia(
  context: ScenarioContext,
  fixture: Fixture,
  media: SmallDisk,
  stored: string[],
): Promise<void> {
  let refused: ClientResponse | null = null;
  for (let uploads = 0; uploads < 40 && !refused; uploads += 1) {
    const response = await uploadPhoto(fixture.members.eve, await photo(400));
    if (response?.status === 201) stored.push(response.body.original);
    else if (media.freeBytes() < minFreeBytes) refused = response;
  }
  demand(refused?.status === 503, `a full disk of media answered ${refused?.status}`);
  demand(stored.length > 0, 'no photo was stored before the disk was full');
  context.progress(`the disk of the media is full after ${stored.length} photos: ${JSON.stringify(refused!.body)}`);
  media.fill();
  const unwritten = await uploadPhoto(fixture.members.eve, await photo(400));
  demand(unwritten?.status === 503, `a disk without a free byte answered ${unwritten?.status}`);
  media.free();
  media.resize(mediaSize * 20);
  fault(fixture);
  await untilStored(fixture, stored);
}

/**
 * Restarts the database on the full disk as well, whose recovery needs space. One line names the cause, and the rest of
 * the log is short.
 */
async function fillDisk(context: ScenarioContext, fixture: Fixture, disk: SmallDisk): Promise<void> {
  const { alpha, journal } = fixture;
  const before = alpha.log.length;
  disk.fill();
  await sleep(fullMs / 2);
  const noticed = alpha.log.length;
  const readiness = await fetch(`http://127.0.0.1:${alpha.processes.port}/readyz`);
  const said = await readiness.text();
  demand(said.includes('"disk":false'), `/readyz says ${readiness.status} ${said}`);
  killPostgres(alpha);
  await sleep(fullMs / 2);
  const causes = alpha.log.slice(before).filter((line) => line.includes('the disk is full'));
  const isNamed = causes.some((line) => line.includes(`"folder":"${disk.folder}"`) && line.includes('"needed":'));
  demand(isNamed && causes.length === 1, `${causes.length} lines name the cause: ${causes[0]}`);
  const lines = alpha.log.length - noticed;
  demand(lines <= maxLines, `the log of a full disk has ${lines} lines`);
  const waiting = journal.operations.filter(({ verdict }) => verdict === null);
  demand(
    waiting.some(({ status }) => status === 503),
    `no request was refused with 503: ${waiting.map(({ status }) => status)}`,
  );
  context.progress(`the disk is full, and ${waiting.length} operations wait`);
  disk.free();
  fault(fixture);
}

/** Stores another photo, as soon as the server can. */
async function untilStored({ members }: Fixture, stored: string[]): Promise<void> {
  const bytes = await photo(100);
  for (const began = performance.now(); ; await sleep(250)) {
    const response = await uploadPhoto(members.eve, bytes);
    if (response?.status === 201) return void stored.push(response.body.original);
    demand(performance.now() - began < recoveryTimeoutMs, `no photo can be stored: ${response?.status}`);
  }
}
