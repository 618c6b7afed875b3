/**
 * S13: responses are lost after the request was carried out, clients repeat it, and some send it several times at once.
 */
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publishingLoad, runAll } from '../load.ts';
import { startTcpProxy } from '../proxy.ts';
import type { Scenario } from '../scenario.ts';

/** The share of first attempts whose response is lost, and of requests that are sent several times at once. */
const lostShare = 0.4;
const doubledShare = 0.2;

export const lostResponses: Scenario = {
  id: 'S13',
  name: 'lost responses, repeated and doubled requests with an Idempotency-Key',
  isShort: true,
  run: async (context) => {
    const size = context.isShort ? { hosts: 4, operations: 80 } : { hosts: 20, operations: 600 };
    const fixture = await openFixture(context, size);
    const { alpha, journal } = fixture;
    const before = await measureBaseline(alpha, context);
    const proxy = await startTcpProxy(alpha.processes.port);
    context.onEnd(proxy.stop);
    alpha.proxy.target = proxy.port;
    context.progress('started');

    let cuts = 0;
    let doubled = 0;
    journal.copies = ({ attempts }) => {
      if (attempts > 0) return 1;
      if (context.random() < lostShare) {
        proxy.cutAfter({ direction: 'down', bytes: 0 });
        cuts += 1;
        fault(fixture);
      }
      if (context.random() > doubledShare) return 1;
      doubled += 1;
      return 3;
    };
    await runAll(size.operations, 6, publishingLoad(fixture, context.random));
    journal.copies = () => 1;
    demand(proxy.cutCount() >= cuts / 2, `${proxy.cutCount()} responses were lost instead of ${cuts}`);
    const outcome = await judge(context, fixture, { before });
    return {
      ...outcome,
      notes: `${outcome.notes}; ${proxy.cutCount()} responses lost, ${doubled} requests sent three times`,
    };
  },
};
