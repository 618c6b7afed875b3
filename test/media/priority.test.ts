/** Pictures that somebody waits for are decoded before those of imports. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { addMediumInBackground } from '../../src/domain/media/media.ts';
import { confirmImport, runImport } from '../../src/domain/migration/run-import.ts';
import { startImport } from '../../src/domain/migration/start-import.ts';
import { limitByPriority } from '../../workers/imaging/priority.ts';
import { startWorkers } from '../../workers/work.ts';
import { cast } from '../support/cast.ts';
import { sendUpload } from '../support/pictures.ts';
import { stored } from '../support/stored.ts';
import { openTestQueues, startTestRelay } from '../support/test-jobs.ts';
import { file, useCastWithPicture } from './fixture.ts';

useCastWithPicture();

const inBackground = 70;
const countPending = () => stored.pictures({ state: 'pending' });

test('an upload is answered while 70 pictures of an import wait', async () => {
  for (let n = 0; n < inBackground; n += 1) await addMediumInBackground(cast.ann.id, { file, description: '' }, null);
  const queues = await openTestQueues();
  startTestRelay(queues);
  startWorkers(queues);
  await expect.poll(countPending).toBeLessThan(inBackground);

  expect((await sendUpload(cast.bo, '/media', { file })).status).toBe(201);
  expect(await countPending()).toBeGreaterThan(inBackground / 2);
  await prisma().medium.deleteMany({ where: { state: 'pending' } });
});

/** Starts each work when a permit is free. Returns what was loaded and started, in order, and what ends one. */
function record(permits: number) {
  const { run, giveWay } = limitByPriority(permits);
  const loaded: string[] = [];
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = async (priority: 'person' | 'background', ...names: string[]) => {
    for (const name of names)
      void run(priority, async (turn) => {
        loaded.push(name);
        await turn;
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    await new Promise(setImmediate);
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
    return started.at(-1);
  };
  return { add, end, loaded, started, giveWay };
}

test('with one permit, one picture is decoded at a time, and the next one is that of a person', async () => {
  const { add, end, started } = record(1);
  await add('background', 'import 1', 'import 2');
  await add('person', 'ann', 'bo');
  expect(started).toEqual(['import 1']);
  expect(await end('import 1')).toBe('ann');
  expect(await end('ann')).toBe('bo');
  expect(await end('bo')).toBe('import 2');
  expect(started).toHaveLength(4);
});

test('the process of the next person is loaded before its turn, and no other', async () => {
  const { add, end, loaded, started } = record(1);
  await add('person', 'ann', 'bo', 'cy');
  await add('background', 'import');
  expect([loaded, started]).toEqual([['ann', 'bo'], ['ann']]);
  await end('ann');
  expect([loaded, started]).toEqual([
    ['ann', 'bo', 'cy'],
    ['ann', 'bo'],
  ]);
  await end('bo');
  await end('cy');
  expect(started).toEqual(['ann', 'bo', 'cy', 'import']);
});

test('a picture that fails before its turn does not hold up the next one', async () => {
  const { run } = limitByPriority(1);
  const first = Promise.withResolvers<void>();
  const decoding = run('person', () => first.promise);
  const failing = run('person', () => Promise.reject(new Error('gone')));
  const next = run('person', async (turn) => turn.then(() => 'decoded'));
  first.resolve();
  await decoding;
  await expect(failing).rejects.toThrow('gone');
  expect(await next).toBe('decoded');
});

test('after twenty pictures of persons, one in the background is decoded', async () => {
  const { add, end, started } = record(1);
  const persons = Array.from({ length: 22 }, (_, n) => String(n));
  await add('person', ...persons);
  await add('background', 'import');
  const expected = persons.toSpliced(20, 0, 'import');
  for (const name of expected) await end(name);
  expect(started).toEqual(expected);
});

test('with more permits, the background leaves one free for a person', async () => {
  const { add, started } = record(3);
  await add('background', 'import 1', 'import 2', 'import 3');
  expect(started).toEqual(['import 1', 'import 2']);
  await add('person', 'ann', 'bo');
  expect(started).toEqual(['import 1', 'import 2', 'ann']);
});

test('a picture that fails gives its permit back', async () => {
  const { run } = limitByPriority(1);
  await expect(run('person', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
  expect(await run('background', async () => 'decoded')).toBe('decoded');
});

test('an import stands still while somebody waits for a picture, but not forever', async () => {
  const { add, end, giveWay } = record(1);
  const goesOn = (way: Promise<void>) =>
    Promise.race([way.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
  await add('background', 'import');
  expect(await goesOn(giveWay())).toBe(true);
  await add('person', 'ann', 'bo');
  const first = giveWay();
  expect(await goesOn(first)).toBe(false);
  await first;

  await end('import');
  await end('ann');
  const second = giveWay();
  expect(await goesOn(second)).toBe(false);
  await end('bo');
  expect(await goesOn(second)).toBe(true);
  expect(await goesOn(giveWay())).toBe(true);
});

test('an import gives way before each recipe', async () => {
  const id = await startImport(cast.ann.id, { text: 'Toast\n\nIngredients\n1 slice of bread\n\nMethod\nToast it.' });
  await confirmImport(cast.ann.id, id, { visibility: 'public' });
  let ways = 0;
  await runImport(id, async () => {
    ways += 1;
  });
  expect(ways).toBeGreaterThan(0);
});
