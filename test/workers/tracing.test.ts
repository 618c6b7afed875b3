/** Traces across requests, jobs and other servers, as an OpenTelemetry collector receives them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { ensureInstanceActor, register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { startTracing, stopTracing } from '../../src/lib/tracing/tracing.ts';
import { testApp, tokenOf } from '../support/as.ts';
import { deleteAll } from '../support/delete-all.ts';
import { emptyResponse, peer, upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { pizzaDough } from '../support/recipes.ts';
import { remoteFollow } from '../support/remote-source.ts';
import { type Span, startTraceCollector } from '../support/trace-collector.ts';

// The application is set up for tracing when it is created.
await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules());

const collector = await startTraceCollector();
let ann: Account;

beforeAll(async () => {
  await startTracing('test', collector.endpoint);
  connect(process.env.DATABASE_URL!);
  await ensureInstanceActor();
  ann = await register({ username: 'ann' });
  const fan = await upsertAccount('fan', 'far.example');
  await remoteFollow(fan.id, ann.id, `${fan.iri}/follow`);
  await drain();
});
afterAll(async () => {
  await stopTracing();
  await disconnect();
  collector.stop();
});

const attributeOf = ({ attributes }: Span, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('a request, the job it enqueued, the delivery and the request to the other server are one trace', async () => {
  const taken = peer('far.example', emptyResponse(202));
  const secret = 'Marrow of the Unmentionable';
  const asked = await testApp().fetch(
    new Request('https://cook.example/api/v1/recipes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(ann)}` },
      body: JSON.stringify({ recipe: { name: secret, serving: 1, steps: [] } }),
    }),
  );
  expect(asked.status).toBe(201);
  await drain();
  expect(taken).toHaveLength(1);
  await stopTracing();

  const { spans } = collector;
  const request = spans.find(({ name }) => name === 'POST /api/v1/recipes')!;
  expect(request.parentSpanId).toBeUndefined();
  expect(attributeOf(request, 'http.response.status_code')).toBe(201);
  const trace = spans.filter(({ traceId }) => traceId === request.traceId);
  const child = (parent: Span, name: string): Span => {
    const found = trace.find((span) => span.parentSpanId === parent.spanId && span.name === name);
    expect(found, `${name} after ${parent.name}, of ${trace.map((span) => span.name)}`).toBeDefined();
    return found!;
  };

  child(request, 'insert_eventable');
  child(request, 'COMMIT');
  const sending = child(request, 'send-activity');
  const delivery = child(sending, 'deliver-activity');
  const post = child(delivery, 'POST');
  expect(attributeOf(post, 'server.address')).toBe('far.example');
  expect(attributeOf(post, 'http.response.status_code')).toBe(202);

  const exported = JSON.stringify(spans);
  for (const personal of [secret, 'fan', ann.iri!, 'Bearer', '@ann']) expect(exported).not.toContain(personal);
  expect(spans.filter(({ parentSpanId, name }) => !parentSpanId && name === 'claim_outbox')).toEqual([]);
});

test('without an endpoint, jobs contain no trace context', async () => {
  await deleteAll('jobs');
  await createRecipe(ann.id, pizzaDough);
  const { rows } = await pool().query('SELECT job, trace FROM outbox');
  expect(rows).toEqual([{ job: 'send-activity', trace: null }]);
});
