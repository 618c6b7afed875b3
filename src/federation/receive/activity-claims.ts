/** Reads what an activity claims about itself, before its sender is verified. */
import { hash } from 'node:crypto';
import { originOf } from '../../lib/iris.ts';
import { readHead } from '../activity.ts';
import { dateOf, iriOf, member } from '../json-ld/json.ts';
import { Refusal } from '../refusal.ts';

export interface ActivityClaims {
  id: string;
  actor: string;
  type: string;
  objectIri: string | null;
  /** `inReplyTo` of the object, when the object is embedded. */
  inReplyToIri: string | null;
  /** Whether it says when it was published. */
  isDated: boolean;
}

/** Throws a Refusal for an activity without actor or type, or whose id has another origin than its actor. */
export function readClaims(json: unknown, body: Uint8Array): ActivityClaims {
  const reading = readHead(json);
  if (!reading.ok) throw new Refusal(400, `the activity ${reading.reason}`);

  const { type, actorIri: actor, object, objectIri } = reading.value;
  const id = reading.value.id ?? (member(json, 'id') === undefined ? anonymousIri(actor, body) : null);
  if (!id) throw new Refusal(400, 'the id of the activity is not an http(s) IRI of at most 1,024 bytes');
  if (originOf(id) !== originOf(actor)) {
    throw new Refusal(403, 'the id of the activity has another origin than its actor');
  }
  const inReplyToIri = iriOf(member(object, 'inReplyTo'));
  return { id, actor, type, objectIri, inReplyToIri, isDated: dateOf(member(json, 'published')) !== null };
}

/** An activity without an id gets one from its content, so that a duplicate is recognised. */
function anonymousIri(actor: string, body: Uint8Array): string {
  return `${actor.replace(/#.*$/, '')}#sha256-${hash('sha256', body, 'hex')}`;
}
