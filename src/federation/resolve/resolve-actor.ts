/** Finds actors by address or URL, and the software of their servers. */
import { Parser } from 'htmlparser2';
import type { ActorProfile } from '../../domain/accounts/remote.ts';
import { setHostSoftware } from '../../domain/instance/hosts.ts';
import { createCache } from '../../lib/cache.ts';
import { type Intent, relOf, subscribeTemplate } from '../../lib/intents.ts';
import { originOf } from '../../lib/iris.ts';
import {
  iriOf,
  isObject,
  isSameIri,
  type JsonObject,
  listOf,
  member,
  objectsOf,
  parseDocument,
  type Reading,
  stringOf,
  understood,
  refused as unreadable,
} from '../json-ld/json.ts';
import { canonicalHandle, readActor } from '../objects/actor.ts';
import { readCollection } from '../objects/collection.ts';
import { Refusal } from '../request.ts';
import {
  deeper,
  type FetchBudget,
  failureOf,
  fetchActivityJson,
  fetchFrom,
  fetchJson,
  isDefinite,
  newBudget,
  ResolveError,
  refused,
} from './fetch.ts';

// Reads a WebFinger response about an account (RFC 7033)

interface WebfingerReading {
  /** `name@host` of an `acct:` subject, in lower case; null for other subjects. */
  address: string | null;
  /** The actor's IRI. */
  self: string;
  /** Other URIs of the same account. */
  aliases: string[];
}

const actorMediaType = /^\s*application\/(?:activity\+json|ld\+json\s*;.*activitystreams)/i;
/** Without the profile, or without any type. */
const otherMediaType = /^\s*(?:application\/(?:ld\+)?json\b.*)?$/i;
/** With or without its scheme, which some follow with `//` or `@`. */
const subjectForm = /^(?:acct:(?:\/\/)?)?@?([^@\s:/]+@[^@\s/]+)$/i;

export function readWebfinger(json: unknown): Reading<WebfingerReading> {
  if (!isObject(json)) return unreadable('is no object');

  const links = objectsOf(member(json, 'links')).filter((link) => stringOf(link.rel)?.toLowerCase() === 'self');
  const self = [actorMediaType, otherMediaType]
    .flatMap((mediaType) => links.filter((link) => mediaType.test(stringOf(link.type, 200) ?? '')))
    .map((link) => iriOf(member(link, 'href')))
    .find((href) => href !== null);
  if (!self) return unreadable('has no link to an actor');

  const subject = stringOf(json.subject, 500) ?? '';
  return understood({
    address: subjectForm.exec(subject.trim())?.[1]?.toLowerCase() ?? null,
    self,
    aliases: listOf(json.aliases)
      .filter((alias) => typeof alias === 'string')
      .slice(0, 20),
  });
}

// Looks up handles by WebFinger (RFC 7033)

interface WebfingerAccount {
  /** In canonical form. */
  handle: string;
  actorIri: string;
}

/**
 * `handle` is `name@host`, and `username` the name as its server writes it: some find it in no other case. Throws
 * ResolveError; `refused` when the response has no actor.
 */
async function lookUpHandle(handle: string, budget: FetchBudget, username?: string): Promise<WebfingerAccount> {
  const requested = canonicalHandle(handle);
  if (requested === null) throw refused('the handle is not of the form name@host');
  const host = requested.slice(requested.indexOf('@') + 1);
  const names = [requested, ...(username ? [`${username}@${host}`] : [])];
  const urls = new Set(names.map((name) => webfingerUrl(host, name)));
  const { self: actorIri, address } = await fetchFirstWebfinger([...urls], budget).catch(async (error: unknown) => {
    if (!isNoAnswer(error)) throw error;
    const other = await findOtherWebfinger(host, requested, budget);
    if (other === null || urls.has(other)) throw error;
    return fetchWebfinger(other, budget);
  });
  return { handle: canonicalHandle(address ?? '') ?? requested, actorIri };
}

const webfingerUrl = (host: string, handle: string): string =>
  `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${handle}`)}`;

const isNoAnswer = (error: unknown): boolean => failureOf(error) === 'missing' || failureOf(error) === 'refused';

async function fetchFirstWebfinger([url, ...others]: string[], budget: FetchBudget): Promise<WebfingerReading> {
  return fetchWebfinger(url!, budget).catch((error: unknown) => {
    if (!isNoAnswer(error) || others.length === 0) throw error;
    return fetchFirstWebfinger(others, budget);
  });
}

async function fetchWebfinger(url: string, budget: FetchBudget): Promise<WebfingerReading> {
  const { body } = await fetchFrom(url, { accept: 'application/jrd+json, application/json' }, budget);
  const reading = readWebfinger(readJson(body));
  if (!reading.ok) throw refused(`${new URL(url).host} ${reading.reason}`);
  return reading.value;
}

/** Templates by host, empty where there is none. */
const templates = createCache<string, string>({ max: 5_000, ttl: 60 * 60_000 });

/** Returns the https URL of the WebFinger answer that the host-meta document of a host names (RFC 6415), or null. */
async function findOtherWebfinger(host: string, handle: string, budget: FetchBudget): Promise<string | null> {
  const template = templates.get(host) ?? (await fetchTemplate(host, budget));
  const url = URL.parse(template.replaceAll('{uri}', encodeURIComponent(`acct:${handle}`)));
  return url?.protocol === 'https:' ? url.href : null;
}

/** Returns an empty text if there is none. */
async function fetchTemplate(host: string, budget: FetchBudget): Promise<string> {
  const accept = 'application/xrd+xml, application/xml;q=0.9';
  try {
    const { body } = await fetchFrom(`https://${host}/.well-known/host-meta`, { accept }, budget);
    const template = readHostMeta(new TextDecoder().decode(body.subarray(0, maxHostMetaBytes)));
    templates.set(host, template);
    return template;
  } catch (error) {
    if (!(error instanceof ResolveError)) throw error;
    if (isDefinite(error)) templates.set(host, '');
    return '';
  }
}

const maxHostMetaBytes = 64 * 1_024;

/** Returns the template of the first `lrdd` link (RFC 6415 section 3), or an empty text. */
export function readHostMeta(xml: string): string {
  let found = '';
  const parser = new Parser(
    {
      onopentag: (name, { rel, template }) => {
        const uri = template?.slice(0, 2_000).replace(/%7Buri%7D/i, '{uri}') ?? '';
        if (/(?:^|:)Link$/.test(name) && rel === 'lrdd' && uri.includes('{uri}')) found ||= uri;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}

function readJson(body: Uint8Array): JsonObject {
  try {
    return parseDocument(body).json;
  } catch (error) {
    if (error instanceof Refusal) throw refused(error.message);
    throw error;
  }
}

/**
 * Returns the handle that WebFinger and the actor agree on, or null. The actor may state a handle on another host
 * (FEP-2c59), and WebFinger may answer with one; that host must then name the same actor.
 */
async function confirmHandle(
  { iri, username, statedHandle = null }: Pick<ActorProfile, 'iri' | 'username' | 'statedHandle'>,
  budget: FetchBudget,
): Promise<string | null> {
  const stated = statedHandle?.endsWith(`@${new URL(iri).host}`) ? null : statedHandle;
  if (stated && (await isHandleOf(stated, iri, budget))) return stated;
  const ownHandle = canonicalHandle(`${username}@${new URL(iri).host}`);
  if (ownHandle === null) return null;
  const first = await lookUpHandle(ownHandle, budget, username);
  if (!(await isActorAt(first.actorIri, iri, budget))) return null;
  if (first.handle === ownHandle) return ownHandle;

  return (await isHandleOf(first.handle, iri, budget)) ? first.handle : null;
}

async function isHandleOf(handle: string, iri: string, budget: FetchBudget): Promise<boolean> {
  const found = await lookUpHandle(handle, budget).catch((error: unknown) => {
    if (failureOf(error) === null) throw error;
    return null;
  });
  return found?.handle === handle && (await isActorAt(found.actorIri, iri, budget));
}

/** Whether a URL that WebFinger names is the id of the actor, or leads to it on the same server. */
async function isActorAt(url: string, iri: string, budget: FetchBudget): Promise<boolean> {
  if (isSameIri(url, iri)) return true;
  if (new URL(url).host !== new URL(iri).host) return false;
  const found = await fetchJson(url, deeper(budget)).catch((error: unknown) => {
    if (failureOf(error) === null) throw error;
    return null;
  });
  return found?.id === iri;
}

// Reads the software of a remote server from its NodeInfo (FEP-f1d5)

interface PeerSoftware {
  /** Lower case. */
  name: string;
  version: string;
}

export function readNodeInfo(json: unknown): Reading<PeerSoftware> {
  const software = isObject(json) ? member(json, 'software') : undefined;
  const name = isObject(software) ? stringOf(member(software, 'name'), 100)?.trim().toLowerCase() : null;
  if (!name) return unreadable('has no software name');
  return understood({ name, version: (isObject(software) && stringOf(software.version, 100)) || '' });
}

/** Returns the document with the newest schema version. */
export function readNodeInfoLinks(json: unknown): Reading<string> {
  const schema = 'http://nodeinfo.diaspora.software/ns/schema/';
  const documents = (isObject(json) ? objectsOf(json.links) : [])
    .map((link) => ({ rel: stringOf(link.rel, 200) ?? '', href: iriOf(link.href) }))
    .filter(({ rel, href }) => rel.startsWith(schema) && href !== null)
    .toSorted((one, other) => (one.rel < other.rel ? 1 : -1));
  return documents[0]?.href ? understood(documents[0].href) : unreadable('has no link to a NodeInfo document');
}

// Detects the software of a remote server, at most once a day

const checkedHosts = createCache<string, true>({ max: 5_000, ttl: 24 * 3_600_000 });

/** Stores name and version, or nothing when the server has no NodeInfo. */
export async function detectSoftware(origin: string, budget: FetchBudget): Promise<void> {
  const { host } = new URL(origin);
  if (checkedHosts.get(host)) return;
  checkedHosts.set(host, true);
  try {
    const links = readNodeInfoLinks(await readDocument(`${origin}/.well-known/nodeinfo`, budget));
    if (!links.ok || originOf(links.value) !== origin) return;
    const info = readNodeInfo(await readDocument(links.value, budget));
    if (info.ok) await setHostSoftware(host, `${info.value.name} ${info.value.version}`.trim());
  } catch (error) {
    if (failureOf(error) === null && !(error instanceof Refusal)) throw error;
  }
}

async function readDocument(url: string, budget: FetchBudget): Promise<unknown> {
  return parseDocument((await fetchFrom(url, { accept: 'application/json' }, budget)).body).json;
}

// Reads how many followers a remote actor has and how many accounts it follows

/** Fetches the counts that the actor document does not contain. They stay null when that fails. */
export async function withFollowCounts(profile: ActorProfile, budget: FetchBudget): Promise<ActorProfile> {
  const followersCount = profile.followersCount ?? (await totalOf(profile.followersIri, profile, budget));
  const followingCount = profile.followingCount ?? (await totalOf(profile.followingIri, profile, budget));
  return { ...profile, followersCount, followingCount };
}

async function totalOf(collection: string | null, { iri }: ActorProfile, budget: FetchBudget): Promise<number | null> {
  if (collection === null || originOf(collection) !== originOf(iri)) return null;
  try {
    const reading = readCollection((await fetchActivityJson(collection, budget)).json);
    return reading.ok ? reading.value.totalItems : null;
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}

// Finds the page of a visitor's own server for a follow, like, boost or reply, in the WebFinger answer about the
// visitor

/**
 * Returns an https URL for `uri`, or null when the server of `handle` (`name@host`) has no such page. An activity
 * intent (FEP-3b86) leads to the action itself; Mastodon's page shows the account or post with all actions.
 */
export async function findInteractionPage(handle: string, uri: string, intent: Intent): Promise<string | null> {
  const host = handle.slice(handle.lastIndexOf('@') + 1);
  if (originOf(`https://${host}`) !== `https://${host}`) return null;
  const resource = encodeURIComponent(`acct:${handle}`);
  try {
    const accept = 'application/jrd+json, application/json';
    const url = `https://${host}/.well-known/webfinger?resource=${resource}`;
    const { body } = await fetchFrom(url, { accept }, newBudget());
    const links = objectsOf(member(parseDocument(body).json, 'links'));
    const object = intent === 'create' ? 'inReplyTo' : 'object';
    return (
      expand(links, relOf(intent), object, uri) ??
      expand(links, subscribeTemplate.rel, 'uri', uri) ??
      expand(links, relOf('object'), 'object', uri)
    );
  } catch (error) {
    if (error instanceof ResolveError || error instanceof Refusal) return null;
    throw error;
  }
}

/** Fills in a template (RFC 6570, level 1). Variables other than `name` become empty. */
function expand(links: JsonObject[], rel: string, name: string, value: string): string | null {
  const link = links.find((each) => stringOf(member(each, 'rel')) === rel);
  const template = stringOf(link?.template, 2_000) ?? '';
  if (!template.includes(`{${name}}`)) return null;
  const filled = template.replace(/\{([^{}]*)\}/g, (_, variable) =>
    variable === name ? encodeURIComponent(value) : '',
  );
  const page = URL.parse(filled);
  return page?.protocol === 'https:' && !page.username && !page.password ? page.href : null;
}

// Resolves remote actors by IRI or by handle

/** Fetches the actor at its own id. Throws ResolveError. */
export async function loadActor(iri: string, budget: FetchBudget): Promise<ActorProfile> {
  return profileOf(await fetchJson(iri, budget), budget);
}

/**
 * Reads an actor that was fetched at its own id. The handle is null unless WebFinger confirms it. Throws ResolveError.
 */
export async function profileOf(json: JsonObject, budget: FetchBudget): Promise<ActorProfile> {
  return withHandle(readProfile(json), budget);
}

/** Reads an actor without its handle. Throws ResolveError `refused`. */
export function readProfile(json: JsonObject): ActorProfile {
  const reading = readActor(json);
  if (!reading.ok) throw refused(reading.reason);
  return reading.value;
}

/** Adds the handle if WebFinger confirms it. */
export async function withHandle(profile: ActorProfile, budget: FetchBudget): Promise<ActorProfile> {
  const handle = await confirmHandle(profile, deeper(budget)).catch((error: unknown) => {
    // An account without WebFinger can still be followed by IRI.
    if (failureOf(error) === null) throw error;
    return null;
  });
  return { ...profile, handle };
}

/** `handle` is `name@host`. Throws ResolveError; `refused` when the actor does not confirm the handle. */
export async function resolveHandle(handle: string, budget: FetchBudget): Promise<ActorProfile> {
  const normalized = handle.replace(/^@/, '').toLowerCase();
  const { actorIri, handle: ownHandle } = await lookUpHandle(normalized, budget);
  const profile = await loadActor(actorIri, deeper(budget));
  if (profile.handle !== ownHandle) throw refused('the actor does not confirm this handle');
  return profile;
}
