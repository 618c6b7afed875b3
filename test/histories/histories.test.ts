/**
 * Random histories of remote activities and member requests, in any order, with duplicates and concurrency. The server
 * must end in the state of a small model. HISTORIES sets the number of histories, HISTORIES_SEED the seed.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { receive } from '../../src/federation/receive/receive.ts';
import { useDatabase } from '../support/database-connection.ts';
import { setInboxHandler } from '../support/remote-server.ts';
import { copyTables, restore, type TableChecksums } from '../support/table-checksums.ts';
import { scaled } from '../support/test-length.ts';
import { type Concurrency, createFixture, createHistory, type Fixture } from './fixture.ts';
import { newModel } from './model.ts';
import { describeSteps, kinds, plan, type RandomStep } from './plan.ts';
import { actualState, expectedState } from './visible-state.ts';

const runs = Number(process.env.HISTORIES ?? scaled({ short: 4, full: 40 }));
const seed = Number(process.env.HISTORIES_SEED ?? 20_261_121);

useDatabase();
let fixture: Fixture;
let kept: TableChecksums;
let serial = 0;
beforeAll(async () => {
  setInboxHandler((request) => receive(request, null));
  fixture = await createFixture();
  kept = await copyTables();
});

const often = [
  'back',
  'again',
  'more',
  'received post',
  'received edit',
  'received follow',
  'received like',
  'received boost',
  'requested follow',
  'received accept',
] as const;
const randomStep: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom(...often), weight: 30 },
    { arbitrary: fc.constantFrom(...kinds.filter((kind) => kind !== 'received leave')), weight: 50 },
    { arbitrary: fc.constant('received leave' as const), weight: 1 },
  ),
  choice: fc.nat(10_000),
  place: fc.nat(996),
  copies: fc.constantFrom(0, 0, 1, 2),
});
const randomSteps = fc.array(randomStep, { minLength: 8, maxLength: 32, size: 'max' });
const concurrency = fc.constantFrom<Concurrency>('singly', 'together', 'apart');

test(`${runs} random histories end as they should (seed ${seed})`, {
  timeout: 600_000 + runs * 4_000,
}, async () => {
  let arrived = 0;
  await fc.assert(
    fc.asyncProperty(randomSteps, concurrency, async (chosen, mode) => {
      await restore(kept);
      serial += 1;
      const { arrive, ask, iris } = createHistory(fixture, serial, mode);
      let model = newModel();
      const steps = plan(chosen);
      for (const step of steps) {
        model = step.model;
        if ('requested' in step) await ask(step.requested, step.interaction);
        else {
          arrived += step.incoming.length;
          await arrive(step.incoming, model);
        }
      }
      expect(await actualState(fixture, iris, model), `${mode}:\n${describeSteps(steps)}`).toEqual(
        expectedState(model),
      );
    }),
    { seed, numRuns: runs, interruptAfterTimeLimit: 50_000 + runs * 3_000, markInterruptAsFailure: true },
  );
  expect(arrived).toBeGreaterThan(runs);
});
