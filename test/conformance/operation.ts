/** Defines an operation of the contract, with its request and expected response, and tests it. */
import { setTimeout } from 'node:timers/promises';
import type { ApiCall, ConformanceContext } from './context.ts';
import { offences, type Shape } from './shapes.ts';

export interface Operation extends Omit<ApiCall, 'path' | 'json' | 'form'> {
  /** Path as in the contract; `{name}` is replaced by the id stored under that name. */
  path: string;
  query?: (context: ConformanceContext) => string;
  json?: unknown | ((context: ConformanceContext) => unknown);
  form?: () => FormData;
  /** Prepares the operation with other requests. */
  before?: (context: ConformanceContext) => Promise<void>;
  status: number;
  shape?: Shape;
  /** Name under which the id in the response is stored. */
  keep?: string;
  /** The effect depends on a job, so the request is repeated for at most 20 s. */
  eventually?: boolean;
  /** A request that the operation must refuse. */
  refuses?: { json?: unknown; form?: () => FormData; as?: 'ann' | 'bo'; status: number };
}

const timeoutMs = 20_000;

/** Returns the failed expectation, or null. */
export async function attempt(operation: Operation, context: ConformanceContext): Promise<string | null> {
  try {
    await operation.before?.(context);
    const refused = operation.refuses && (await refusal(operation, operation.refuses, context));
    if (refused) return refused;

    const end = Date.now() + (operation.eventually ? timeoutMs : 0);
    for (;;) {
      const wrong = await once(operation, context);
      if (wrong === null || Date.now() >= end) return wrong;
      await setTimeout(250);
    }
  } catch (error) {
    return (error as Error).message;
  }
}

async function once(operation: Operation, context: ConformanceContext): Promise<string | null> {
  const { method, as, json, form, status, shape, keep } = operation;
  const response = await context.request({
    method,
    as,
    path: pathOf(operation, context),
    form: form?.(),
    json: typeof json === 'function' ? json(context) : json,
  });
  if (response.status !== status) {
    return `answered ${response.status} instead of ${status}: ${JSON.stringify(response.body).slice(0, 200)}`;
  }
  if (status === 204 && response.body !== '') return 'answered a body';
  if (keep) context.saveId(keep, (response.body as { id?: unknown }).id);
  const wrong = shape ? offences(response.body, shape) : [];
  return wrong.length > 0 ? wrong.slice(0, 3).join(', ') : null;
}

async function refusal(
  operation: Operation,
  { json, form, as, status }: NonNullable<Operation['refuses']>,
  context: ConformanceContext,
): Promise<string | null> {
  const path = pathOf(operation, context);
  const call = { method: operation.method, path, as: as ?? operation.as, json, form: form?.() };
  const response = await context.request(call);
  if (response.status === status) return null;
  return `answered ${response.status} instead of refusing with ${status}`;
}

const pathOf = ({ path, query }: Operation, context: ConformanceContext) =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => String(context.id(name))) + (query?.(context) ?? '');

/** Sends a request of the preparation. Throws if it fails. */
export async function must(context: ConformanceContext, call: ApiCall): Promise<{ id: number }> {
  const { status, body } = await context.request(call);
  if (status < 300) return body as { id: number };
  throw new Error(`The prerequisite ${call.method} ${call.path} returned ${status}: ${JSON.stringify(body)}`);
}
