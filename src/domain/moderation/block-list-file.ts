/** Reads and writes lists of rules for other servers, in the CSV of Mastodon's administration and the JSON of programs. */
import { hash } from 'node:crypto';
import { type DomainSeverity, domainSeverities } from '../../db/vocabulary.ts';
import { csvLine, csvValue, readCsvHead, readRows } from '../../lib/csv.ts';
import { invalid } from '../../lib/errors.ts';
import { isDeeperThan } from '../../lib/json-depth.ts';
import { t } from '../../lib/language/text.ts';
import { type DomainBlock, type DomainRule, parseHost } from './domain-rules.ts';

type Row = Record<string, unknown>;

/** Longer lists are refused. */
const maxListLines = 20_000;
const maxComment = 500;

export interface ListedRule extends DomainRule {
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

// Reads CSV into rows with the columns of Mastodon's lists

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

// Reads the JSON of other programs into such rows

function readJson(text: string): Row[] {
  const rows = rowsOfJson(text);
  if (!rows) throw invalid('list', t('errors.block-list-neither-csv-nor-json'));
  return rows;
}

const maxDepth = 32;

/**
 * Reads lists of names or of objects (Mastodon, GoToSocial, fediblockhole), the MRF policies of Pleroma and Akkoma, also
 * within NodeInfo or the description of an instance, the settings of Misskey and Lemmy, and RapidBlock. Null for others.
 */
function rowsOfJson(text: string): Row[] | null {
  if (isDeeperThan(Buffer.from(text), maxDepth)) return null;
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  return Array.isArray(json) ? rowsOfList(json) : isObject(json) ? rowsOfObject(json) : null;
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function rowsOfList(list: unknown[]): Row[] | null {
  const rows = list.map((entry): Row | null => {
    if (typeof entry === 'string') return { domain: entry };
    return isObject(entry) && typeof entry.domain === 'string' ? entry : null;
  });
  return rows.every((row) => row !== null) ? rows : null;
}

function rowsOfObject(json: Row): Row[] | null {
  const policies = findWithin(json, 'mrf_simple') ?? json;
  const reasons = findWithin(json, 'mrf_simple_info') ?? {};
  const lists = findWithin(json, 'federated_instances') ?? json;
  const rows = [
    ...Object.entries(rules).flatMap(([name, rule]) =>
      namesIn(policies[name] ?? lists[name]).map(([domain, reason]) => ({
        ...rule,
        domain,
        public_comment: reason || reasonIn(reasons[name], domain),
      })),
    ),
    ...rowsOfRapidBlock(json.blocks),
  ];
  return rows.length > 0 ? mergeRows(rows) : null;
}

/** What the lists of other programs are called, and the rules of Mastodon for what they do. */
const rules: Record<string, Row> = {
  // Pleroma and Akkoma
  reject: { severity: 'suspend' },
  federated_timeline_removal: { severity: 'silence' },
  media_removal: { severity: 'noop', reject_media: true },
  report_removal: { severity: 'noop', reject_reports: true },
  // Misskey
  blockedHosts: { severity: 'suspend' },
  silencedHosts: { severity: 'silence' },
  mediaSilencedHosts: { severity: 'noop', reject_media: true },
  // Lemmy
  blocked: { severity: 'suspend' },
  blocked_instances: { severity: 'suspend' },
};

/** Finds an object by its name, a few levels down. */
function findWithin(json: Row, name: string, levels = 4): Row | null {
  if (isObject(json[name])) return json[name];
  if (levels === 0) return null;
  for (const value of Object.values(json)) {
    const found = isObject(value) ? findWithin(value, name, levels - 1) : null;
    if (found) return found;
  }
  return null;
}

/** Entries are names, pairs of name and reason, or objects with either. */
function namesIn(list: unknown): [domain: string, reason: string][] {
  const entries = isObject(list) ? Object.entries(list) : Array.isArray(list) ? list : [];
  return entries.flatMap((entry: unknown) => {
    const values = isObject(entry) ? (entry.tuple ?? [entry.domain ?? entry.host]) : entry;
    const [domain, reason] = Array.isArray(values) ? values : [values];
    return typeof domain === 'string' ? [[domain, typeof reason === 'string' ? reason : '']] : [];
  });
}

function reasonIn(reasons: unknown, domain: string): string {
  const entry = isObject(reasons) && Object.hasOwn(reasons, domain) ? reasons[domain] : null;
  return isObject(entry) && typeof entry.reason === 'string' ? entry.reason : '';
}

function rowsOfRapidBlock(blocks: unknown): Row[] {
  if (!isObject(blocks)) return [];
  return Object.entries(blocks).flatMap(([domain, block]) =>
    isObject(block) && block.isBlocked !== false ? [{ domain, severity: 'suspend', public_comment: block.reason }] : [],
  );
}

/** Several policies may be about one server: the strictest severity counts, and everything that is rejected. */
function mergeRows(rows: Row[]): Row[] {
  const merged = new Map<unknown, Row>();
  for (const row of rows) {
    const before = merged.get(row.domain);
    const severity = domainSeverities.findLast((each) => each === before?.severity || each === row.severity);
    merged.set(row.domain, { ...row, ...before, ...definedIn(row), severity });
  }
  return [...merged.values()];
}

const definedIn = ({ reject_media, reject_reports }: Row): Row => ({
  ...(reject_media === true && { reject_media }),
  ...(reject_reports === true && { reject_reports }),
});

// Writes CSV

const columns = ['#domain', '#severity', '#reject_media', '#reject_reports', '#public_comment', '#obfuscate'];

/** In the format of Mastodon, which has no private comments. */
export const writeBlockList = (blocks: DomainBlock[]): string =>
  [
    csvLine(columns),
    ...blocks.map(({ host, severity, rejectMedia, rejectReports, publicComment, obfuscate }) =>
      csvLine([host, severity, rejectMedia, rejectReports, publicComment, obfuscate]),
    ),
  ].join('');
