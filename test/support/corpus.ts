/** Reads real documents of other servers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isActivityType, type ReceivedActivity, readActivity } from '../../src/federation/activity.ts';
import { isObject, member, type Reading, typesOf } from '../../src/federation/json-ld/json.ts';
import { readActor } from '../../src/federation/objects/actor.ts';
import { readCollection } from '../../src/federation/objects/collection.ts';
import { readObject } from '../../src/federation/objects/object.ts';
import { readNodeInfo, readNodeInfoLinks, readWebfinger } from '../../src/federation/resolve/resolve-actor.ts';

export interface CorpusDocument {
  path: string;
  software: string;
  /** As in the list: `Create-Note`, `actor-Person`, `webfinger`. */
  kind: string;
  json: unknown;
}

export function listCorpus(folder: string): CorpusDocument[] {
  const [, ...lines] = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [path = '', software = '', kind = ''] = line.split('\t');
    // Some are templates: a placeholder is no user name.
    const text = readFileSync(join(folder, path), 'utf8').replaceAll(/"\{\{(\w+)\}\}"/g, '"$1"');
    return { path, software, kind, json: JSON.parse(text) };
  });
}

export type Outcome = { as: string; reading: Reading<unknown> };

/** Reads a document as what it claims to be, and the object that an activity embeds. */
export function readAnything(json: unknown): Outcome[] {
  const types = typesOf(json);
  if (isObject(json) && types.length === 0) {
    if (Object.hasOwn(json, 'subject')) return [{ as: 'webfinger', reading: readWebfinger(json) }];
    if (Object.hasOwn(json, 'software')) return [{ as: 'nodeinfo', reading: readNodeInfo(json) }];
    if (Object.hasOwn(json, 'links')) return [{ as: 'nodeinfo', reading: readNodeInfoLinks(json) }];
  }
  if (types.some((type) => type.endsWith('Collection') || type.endsWith('CollectionPage'))) {
    return [{ as: 'collection', reading: readCollection(json) }];
  }
  if (types.some((type) => actorTypes.includes(type))) return [{ as: 'actor', reading: readActor(json) }];
  if (!types.some(isActivityType) && member(json, 'actor') === undefined) {
    return [{ as: 'object', reading: readObject(json) }];
  }

  const activity = readActivity(json);
  return [{ as: 'activity', reading: activity }, ...(activity.ok ? readEmbedded(activity.value) : [])];
}

const actorTypes = ['Person', 'Service', 'Application', 'Group', 'Organization'];

function readEmbedded({ type, object, actorIri }: ReceivedActivity): Outcome[] {
  if (!isObject(object) || !['Create', 'Update', 'Announce'].includes(type)) return [];
  const types = typesOf(object);
  if (types.some((each) => actorTypes.includes(each))) return [{ as: 'actor', reading: readActor(object) }];
  if (types.some(isActivityType)) return readAnything(object);
  return [{ as: 'object', reading: readObject(object, { authorIri: actorIri }) }];
}
