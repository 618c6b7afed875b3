/**
 * Whatever strangers send and members do, in whatever order it arrives, however often and how much of it at once, the
 * server ends in the state that a small world says. HISTORIES tries more of them, HISTORIES_SEED others.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { receive } from '../../src/federation/receive/receive.ts';
import { restore, type Stock, takeStock } from '../proofs/stock.ts';
import { useDatabase } from '../support/database-connection.ts';
import { scaled } from '../support/length.ts';
import { deliverTo } from '../support/remote-server.ts';
import { expected, see } from './look.ts';
import { inWords, kinds, plan, type Wish } from './plan.ts';
import { type Manner, perform, type Stage, setStage } from './stage.ts';
import { newWorld } from './world.ts';

const runs = Number(process.env.HISTORIES ?? scaled({ short: 8, full: 40 }));
const seed = Number(process.env.HISTORIES_SEED ?? 20_261_121);

useDatabase();
let stage: Stage;
let kept: Stock;
let serial = 0;
beforeAll(async () => {
  deliverTo((request) => receive(request, null));
  stage = await setStage();
  kept = await takeStock();
});

const often = [
  'back',
  'again',
  'received post',
  'received edit',
  'received follow',
  'received like',
  'received boost',
  'requested follow',
  'received accept',
] as const;
const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom(...often), weight: 30 },
    { arbitrary: fc.constantFrom(...kinds.filter((kind) => kind !== 'received leave')), weight: 50 },
    { arbitrary: fc.constant('received leave' as const), weight: 1 },
  ),
  choice: fc.nat(10_000),
  place: fc.nat(996),
  copies: fc.constantFrom(0, 0, 1, 2),
});
const wishes = fc.array(wish, { minLength: 8, maxLength: 32, size: 'max' });
const manner = fc.constantFrom<Manner>('singly', 'together', 'apart');

test(`${runs} random histories end as they should (seed ${seed})`, {
  timeout: 600_000 + runs * 4_000,
}, async () => {
  let arrived = 0;
  await fc.assert(
    fc.asyncProperty(wishes, manner, async (wished, how) => {
      await restore(kept);
      serial += 1;
      const { arrive, ask, iris } = perform(stage, serial, how);
      let world = newWorld();
      const steps = plan(wished);
      for (const step of steps) {
        world = step.world;
        if ('requested' in step) await ask(step.requested, step.interaction);
        else {
          arrived += step.arriving.length;
          await arrive(step.arriving, world);
        }
      }
      expect(await see(stage, iris, world), `${how}:\n${inWords(steps)}`).toEqual(expected(world));
    }),
    { seed, numRuns: runs, interruptAfterTimeLimit: 50_000 + runs * 3_000, markInterruptAsFailure: true },
  );
  expect(arrived).toBeGreaterThan(runs);
});
