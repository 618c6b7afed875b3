/** Files with rules for servers: block lists, allow lists and their import. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { prisma } from '../../db/client.ts';
import { setting } from '../../db/setting.ts';
import { countLostFollows, selectKnownHosts } from '../../db/sql/domain-rules.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { type DomainSeverity, domainSeverities } from '../../db/vocabulary.ts';
import { csvLine, csvValue, readCsvHead, readRows } from '../../lib/csv.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { chunksOf } from '../../lib/lists.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { type Row, readJsonList } from './block-list-json.ts';
import {
  blockRule,
  type DomainBlock,
  type DomainRule,
  enforceAllSoon,
  isOwnHost,
  listDomainBlocks,
  parseHost,
} from './domain-rules.ts';

// Reads and writes lists of rules for other servers, in the CSV of Mastodon's administration or the JSON of its API

/** Longer lists are refused. */
const maxListLines = 20_000;
const maxComment = 500;

interface ListedRule extends DomainRule {
  host: string;
}

interface BlockListFile {
  rules: ListedRule[];
  /**
   * Names that could not be read: obfuscated ones without a digest of a known server, no names of servers, unknown
   * severities.
   */
  skipped: string[];
  /** Whether it names any server, readable or obfuscated. An error page does not. */
  hasRules: boolean;
}

/**
 * An obfuscated name, such as `b**.example`, is read by its SHA-256 `digest` if that is the digest of one of
 * `knownHosts`. Of several lines for a host the last counts. Throws validation_failed on `list`.
 */
export function readBlockList(text: string, knownHosts: string[] = []): BlockListFile {
  const rows = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  if (rows.length > maxListLines) throw invalid('list', t('errors.block-list-too-long', { maxListLines }));
  const hostByDigest = new Map(knownHosts.map((host) => [hash('sha256', host), host]));
  const rules = new Map<string, ListedRule>();
  const skipped: string[] = [];
  let obfuscated = 0;
  for (const row of rows) {
    const name = nameOf(textOf(row.domain));
    const isObfuscated = name.includes('*');
    if (isObfuscated) obfuscated++;
    const host = isObfuscated ? hostByDigest.get(textOf(row.digest).toLowerCase()) : hostOf(name);
    const rule = host ? ruleOf(row) : null;
    if (host && rule) rules.set(host, { host, ...rule });
    else if (host) skipped.push(`${name} (${textOf(row.severity).trim().slice(0, maxSeverity)})`);
    else if (name !== '') skipped.push(name);
  }
  return { rules: [...rules.values()], skipped, hasRules: rules.size + obfuscated > 0 };
}

/** Longer ones name no server. */
const maxName = 1_000;

/** Lists have addresses, names with a comment, and `*.` before a name, which every rule covers here. */
function nameOf(written: string): string {
  const name = written.slice(0, maxName).replace(/(?:^|\s)#.*$/s, '');
  return name
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^@/, '')
    .replace(/[/?].*$/s, '')
    .replace(/^\*\.(?=[^*]+\.[^*]+$)/, '');
}

/** A name without a dot would be a top-level domain, or a word of some other text. */
function hostOf(name: string): string | undefined {
  try {
    const host = parseHost(name);
    return host.includes('.') || host.startsWith('[') ? host : undefined;
  } catch {
    return undefined;
  }
}

/** What Mastodon and others call a severity, such as Pleroma and GoToSocial. */
const severityNames: Record<DomainSeverity, readonly string[]> = {
  noop: ['noop', 'none'],
  silence: ['silence', 'silenced', 'limit', 'limited'],
  suspend: ['suspend', 'suspended', 'block', 'blocked', 'reject', 'defederate'],
};
/** Of an unknown severity that is told. */
const maxSeverity = 40;

const severityOf = (value: unknown): DomainSeverity | undefined => {
  const name = textOf(value).trim().toLowerCase();
  return domainSeverities.find((severity) => severityNames[severity].includes(name));
};

/** A line without a severity blocks, as in lists that are only names. Null for a severity that nobody knows. */
function ruleOf(row: Row): DomainRule | null {
  const severity = textOf(row.severity).trim() === '' ? 'suspend' : severityOf(row.severity);
  if (!severity) return null;
  return {
    severity,
    rejectMedia: isTrue(row.reject_media),
    rejectReports: isTrue(row.reject_reports),
    obfuscate: isTrue(row.obfuscate),
    publicComment: textOf(row.public_comment ?? row.comment).slice(0, maxComment),
    privateComment: textOf(row.private_comment).slice(0, maxComment),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
const isTrue = (value: unknown): boolean => value === true || /^(true|1|yes)$/i.test(textOf(value));

function readJson(text: string): Row[] {
  const rows = readJsonList(text);
  if (!rows) throw invalid('list', t('errors.block-list-neither-csv-nor-json'));
  return rows;
}

/** Columns of Mastodon's lists, and those of other programs. */
const readColumns = [
  'domain',
  'severity',
  'reject_media',
  'reject_reports',
  'obfuscate',
  'public_comment',
  'comment',
  'private_comment',
  'digest',
];
/** What Friendica and others call these columns. */
const columnNames: Record<string, string> = {
  host: 'domain',
  hostname: 'domain',
  instance: 'domain',
  pattern: 'domain',
  reason: 'comment',
};
/** Of a list whose first line does not name the columns. */
const unnamedColumns = ['domain', 'severity'];
// Each value takes time on the event loop.
const maxCommas = 6 * maxListLines;
const maxColumns = 100;
/** As many commas as are read fit, and an unclosed quotation mark is found soon. */
const maxLineLength = 200_000;

function isTooExpensive(text: string): boolean {
  const { delimiter } = readCsvHead(text);
  const [columns = 0, ...counts] = text
    .split('\n', maxListLines + 2)
    .map((line) => line.split(delimiter, maxCommas + 2).length);
  const commas = counts.reduce((sum, count) => sum + count - 1, 0);
  return columns > maxColumns || commas > maxCommas;
}

/**
 * The columns are named by the first line, with or without `#`. A list without such a line is a list of names, with
 * severities if the first line has one.
 */
function readCsv(text: string): Row[] {
  if (isTooExpensive(text)) throw invalid('list', t('errors.csv-unreadable'));
  try {
    const read = readRows(text, { maxRows: maxListLines + 2, maxRowLength: maxLineLength });
    const lines = read.map((line) => line.map(csvValue));
    const [first = [], ...rest] = lines;
    const named = first.map(columnOf);
    const isNamed = named.includes('domain');
    if (!isNamed && !severityOf(first[1])) return lines.map(([domain]) => ({ domain }));
    const names = isNamed ? named : unnamedColumns;
    const places = readColumns.map((name) => [name, names.indexOf(name)] as const).filter(([, place]) => place >= 0);
    return (isNamed ? rest : lines).map((values) =>
      Object.fromEntries(places.map(([name, place]) => [name, values[place]])),
    );
  } catch {
    throw invalid('list', t('errors.csv-unreadable'));
  }
}

function columnOf(name: string): string {
  const column = name.replace(/^#/, '').trim().toLowerCase().replaceAll(' ', '_');
  return Object.hasOwn(columnNames, column) ? columnNames[column]! : column;
}

const columns = ['#domain', '#severity', '#reject_media', '#reject_reports', '#public_comment', '#obfuscate'];

/** In the format of Mastodon, which has no private comments. */
export const writeBlockList = (blocks: DomainBlock[]): string =>
  [
    csvLine(columns),
    ...blocks.map(({ host, severity, rejectMedia, rejectReports, publicComment, obfuscate }) =>
      csvLine([host, severity, rejectMedia, rejectReports, publicComment, obfuscate]),
    ),
  ].join('');

export const writeAllowList = (hosts: string[]): string =>
  [csvLine(['#domain']), ...hosts.map((host) => csvLine([host]))].join('');

/** Whether a listed rule is the one that exists. */
const isSameRule = (one: DomainRule, other: DomainRule): boolean =>
  Object.keys(blockRule).every((key) => one[key as keyof DomainRule] === other[key as keyof DomainRule]);

/** Whether the new rule is less strict than the one that exists. */
const isEased = (before: DomainRule, after: DomainRule): boolean =>
  domainSeverities.indexOf(after.severity) < domainSeverities.indexOf(before.severity) ||
  (before.rejectMedia && !after.rejectMedia) ||
  (before.rejectReports && !after.rejectReports);

// Lets this server federate only with the servers on a list

/** With `allow_list`, all servers that are not on the list count as blocked. Follows with them are kept. */
export const federationModes = ['open', 'allow_list'] as const;
type FederationMode = (typeof federationModes)[number];
const federation = setting('federation', z.object({ mode: z.enum(federationModes).catch('open') }));

export async function getFederation(): Promise<{ mode: FederationMode; allowed: string[] }> {
  const [stored, rows] = await Promise.all([
    federation.find(),
    prisma().domainAllow.findMany({ orderBy: { host: 'asc' } }),
  ]);
  return { mode: stored?.mode ?? 'open', allowed: rows.map(({ host }) => host) };
}

export async function setFederationMode(moderator: Moderator, mode: FederationMode): Promise<void> {
  await change(moderator, async (tx) => {
    await federation.store({ mode }, tx);
    await recordAdminAction(tx, moderator, { action: 'change-federation', subject: mode });
  });
}

/** Of the lines that are no names of servers. */
const maxNamesTold = 5;

/**
 * Adds the hosts of a list: one in each line, or Mastodon's CSV. Throws validation_failed on `list`, also if there is
 * none, or if a line names no server. Then nothing is added.
 */
export async function allowDomains(moderator: Moderator, text: string): Promise<void> {
  const { rules, skipped } = readBlockList(text);
  const hosts = rules.map(({ host }) => host);
  if (skipped.length > 0) {
    const told = skipped.slice(0, maxNamesTold).map((name) => name.slice(0, 100));
    const names = [...told, ...(skipped.length > maxNamesTold ? ['…'] : [])].join(', ');
    throw invalid('list', t('errors.not-server-names', { names }));
  }
  if (hosts.length === 0) throw invalid('list', t('errors.blank'));
  await change(moderator, async (tx) => {
    await tx.prisma.domainAllow.createMany({ data: hosts.map((host) => ({ host })), skipDuplicates: true });
    const subject = hosts.length === 1 ? hosts[0]! : `${hosts.length} servers`;
    await recordAdminAction(tx, moderator, { action: 'allow-domain', subject });
  });
}

/** Does nothing for a host that is not on the list. Throws validation_failed on `host`. */
export async function disallowDomain(moderator: Moderator, name: string): Promise<void> {
  const host = parseHost(name);
  await change(moderator, async (tx) => {
    await tx.prisma.domainAllow.deleteMany({ where: { host } });
    await recordAdminAction(tx, moderator, { action: 'disallow-domain', subject: host });
  });
}

async function change(moderator: Moderator, work: (tx: PrismaTx) => Promise<void>): Promise<void> {
  authorize(moderator, 'manage-domains');
  await transactWithPrisma(async (tx) => {
    await work(tx);
    await enforceAllSoon(tx);
  });
}

// Previews and imports lists of rules for other servers

/** PostgreSQL accepts at most 65,535 parameters. */
export const rulesPerStatement = 1_000;

export interface ImportPreview {
  added: ListedRule[];
  /** Rules that exist and would be replaced. */
  changed: ListedRule[];
  unchanged: number;
  /** How many of the changed rules are less strict than before. */
  eased: number;
  /** Rules that came from the list, which it does not name any more. */
  dropped: string[];
  /** Whether the list names any server. */
  hasRules: boolean;
  /** Names that cannot be read, and this server itself. */
  skipped: string[];
  /** What the new blocks would hide and end here. */
  accounts: number;
  follows: number;
}

/** `listId` is the block list that the rules come from: rules of moderators and of other lists stay as they are. */
export async function previewImport(text: string, listId: number | null = null): Promise<ImportPreview> {
  const known = (await selectKnownHosts(db)).map(({ host }) => host);
  const { rules, skipped, hasRules } = readBlockList(text, known);
  const existing = new Map((await listDomainBlocks()).map((row) => [row.host, row]));
  const usable = rules.filter(({ host }) => !isOwnHost(host));
  const added = usable.filter(({ host }) => !existing.has(host));
  const changed = usable.filter((rule) => {
    const before = existing.get(rule.host);
    return before && !isSameRule(before, rule) && (listId === null || before.listId === listId);
  });
  const listed = new Set(usable.map(({ host }) => host));
  const isDropped = ({ host, listId: from }: DomainBlock) => listId !== null && from === listId && !listed.has(host);
  const blocked = [...added, ...changed].filter(({ severity }) => severity === 'suspend');
  const [lost] = await countLostFollows(
    db,
    blocked.map(({ host }) => host),
  );
  return {
    added,
    changed,
    unchanged: usable.length - added.length - changed.length,
    eased: changed.filter((rule) => isEased(existing.get(rule.host)!, rule)).length,
    dropped: [...existing.values()].filter(isDropped).map(({ host }) => host),
    hasRules,
    skipped: [...skipped, ...rules.map(({ host }) => host).filter(isOwnHost)],
    accounts: lost?.accounts ?? 0,
    follows: lost?.follows ?? 0,
  };
}

/** Adds and replaces the rules; others stay. Returns what it did. Throws forbidden, and validation_failed on `list`. */
export async function importDomains(moderator: Moderator, text: string): Promise<ImportPreview> {
  authorize(moderator, 'manage-domains');
  const preview = await previewImport(text);
  await transactWithPrisma(async (tx) => {
    await writeRules(tx, [...preview.added, ...preview.changed], null);
    const subject = `+${preview.added.length} ±${preview.changed.length}`;
    await recordAdminAction(tx, moderator, { action: 'import-domains', subject });
  });
  return preview;
}

/** A step. */
export async function writeRules(tx: PrismaTx, rules: ListedRule[], listId: number | null): Promise<void> {
  if (rules.length === 0) return;
  // A rule that a moderator made meanwhile wins over those of lists.
  const isOfList = listId !== null;
  for (const some of chunksOf(rules, rulesPerStatement)) {
    const hosts = { in: some.map(({ host }) => host) };
    await tx.prisma.domainBlock.deleteMany({ where: { host: hosts, ...(isOfList && { listId }) } });
    const data = some.map((rule) => ({ ...rule, listId }));
    await tx.prisma.domainBlock.createMany({ data, skipDuplicates: isOfList });
  }
  await enforceAllSoon(tx);
}
