/** Asks servers what their handles stand for (RFC 7033). */
import { originOf } from '../../lib/iris.ts';
import { parseDocument } from '../document.ts';
import type { JsonObject } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { readWebfinger } from '../webfinger-answer.ts';
import type { Budget } from './budget.ts';
import { refused } from './error.ts';
import { get } from './fetch-json.ts';

export interface Finger {
  /** `name@host` in lower case, as the server itself writes it. */
  handle: string;
  actorIri: string;
}

const handlePattern = /^[^@\s:/?#]{1,255}@[^@\s/?#]{1,255}$/;

/** `handle` as `name@host`. Throws ResolveError, `refused` where the answer names no actor. */
export async function finger(handle: string, budget: Budget): Promise<Finger> {
  const host = hostOf(handle);
  const url = `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${handle}`)}`;
  const { body } = await get(url, { accept: 'application/jrd+json, application/json' }, budget);
  const json = read(body);

  const reading = readWebfinger(json);
  if (!reading.ok) throw refused(`${host} ${reading.reason}`);
  const { self: actorIri, address } = reading.value;
  return { handle: address && handlePattern.test(address) ? address : handle.toLowerCase(), actorIri };
}

function read(body: Uint8Array): JsonObject {
  try {
    return parseDocument(body).json;
  } catch (error) {
    if (error instanceof Refusal) throw refused(error.message);
    throw error;
  }
}

/** Throws ResolveError for what is no `name@host`. */
function hostOf(handle: string): string {
  const host = handle.slice(handle.lastIndexOf('@') + 1);
  const origin = handlePattern.test(handle) ? originOf(`https://${host}`) : null;
  if (!origin) throw refused('this is no handle');
  return new URL(origin).host;
}

/**
 * The handle that server and actor agree on, or null. The server's own name for it may be on another host, which then
 * has to name the same actor.
 */
export async function confirmHandle(
  { iri, username }: { iri: string; username: string },
  budget: Budget,
): Promise<string | null> {
  const asked = `${username}@${new URL(iri).host}`.toLowerCase();
  if (!handlePattern.test(asked)) return null;
  const first = await finger(asked, budget);
  if (first.actorIri !== iri) return null;
  if (first.handle === asked) return asked;

  const second = await finger(first.handle, budget);
  return second.actorIri === iri && second.handle === first.handle ? first.handle : null;
}
