/** Defines an operation of the contract, with its request and expected response, and tests it. */
import { setTimeout } from 'node:timers/promises';
import { offences, type Shape } from './shapes.ts';
import type { ApiCall, Stage } from './stage.ts';

export interface Operation extends Omit<ApiCall, 'path' | 'json' | 'form'> {
  /** Path as in the contract; `{name}` is replaced by the id stored under that name. */
  path: string;
  query?: (stage: Stage) => string;
  json?: unknown | ((stage: Stage) => unknown);
  form?: () => FormData;
  /** Prepares the operation with other requests. */
  before?: (stage: Stage) => Promise<void>;
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
export async function attempt(operation: Operation, stage: Stage): Promise<string | null> {
  try {
    await operation.before?.(stage);
    const refused = operation.refuses && (await refusal(operation, operation.refuses, stage));
    if (refused) return refused;

    const end = Date.now() + (operation.eventually ? timeoutMs : 0);
    for (;;) {
      const wrong = await once(operation, stage);
      if (wrong === null || Date.now() >= end) return wrong;
      await setTimeout(250);
    }
  } catch (error) {
    return (error as Error).message;
  }
}

async function once(operation: Operation, stage: Stage): Promise<string | null> {
  const { method, as, json, form, status, shape, keep } = operation;
  const answer = await stage.ask({
    method,
    as,
    path: pathOf(operation, stage),
    form: form?.(),
    json: typeof json === 'function' ? json(stage) : json,
  });
  if (answer.status !== status) {
    return `answered ${answer.status} instead of ${status}: ${JSON.stringify(answer.body).slice(0, 200)}`;
  }
  if (status === 204 && answer.body !== '') return 'answered a body';
  if (keep) stage.keep(keep, (answer.body as { id?: unknown }).id);
  const wrong = shape ? offences(answer.body, shape) : [];
  return wrong.length > 0 ? wrong.slice(0, 3).join(', ') : null;
}

async function refusal(
  operation: Operation,
  { json, form, as, status }: NonNullable<Operation['refuses']>,
  stage: Stage,
): Promise<string | null> {
  const path = pathOf(operation, stage);
  const call = { method: operation.method, path, as: as ?? operation.as, json, form: form?.() };
  const answer = await stage.ask(call);
  if (answer.status === status) return null;
  return `answered ${answer.status} instead of refusing with ${status}`;
}

const pathOf = ({ path, query }: Operation, stage: Stage) =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => String(stage.id(name))) + (query?.(stage) ?? '');

/** Sends a request of the preparation. Throws if it fails. */
export async function must(stage: Stage, call: ApiCall): Promise<{ id: number }> {
  const { status, body } = await stage.ask(call);
  if (status < 300) return body as { id: number };
  throw new Error(`The prerequisite ${call.method} ${call.path} returned ${status}: ${JSON.stringify(body)}`);
}
