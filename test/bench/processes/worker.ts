/** The worker process, with every other server answered for in place of the network. */
import { type Route, routeFetchTo } from '../../../src/lib/fetch.ts';

class Everywhere extends Map<string, Route> {
  override get(): Route {
    return async () => new Response(null, { status: 202 });
  }
}

routeFetchTo(new Everywhere());
await import('../../../workers/main.ts');
