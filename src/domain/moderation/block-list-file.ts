/** Reads and writes lists of rules for other servers, in the CSV of Mastodon's administration or the JSON of its API. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { csvLine } from '../../lib/csv.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { blockRule, type DomainBlock, type DomainRule, type Severity, severities } from './domain-blocks.ts';
import { parseHost } from './host-name.ts';

/** Longer lists are refused. */
export const maxListLines = 20_000;
const maxComment = 500;

export interface ListedRule extends DomainRule {
  host: string;
}

export interface BlockListFile {
  rules: ListedRule[];
  /** Names that could not be read: obfuscated ones without a digest of a known server, no names of servers, unknown severities. */
  skipped: string[];
  /** Whether it names any server, readable or obfuscated. An error page does not. */
  hasRules: boolean;
}

type Row = Record<string, unknown>;

/**
 * An obfuscated name, such as `b**.example`, is read by its SHA-256 `digest` if that is the digest of one of `knownHosts`. Of
 * several lines for a host the last counts. Throws validation_failed on `list`.
 */
export function readBlockList(text: string, knownHosts: string[] = []): BlockListFile {
  const rows = /^\s*\[/.test(text) ? readJson(text) : readCsv(text);
  if (rows.length > maxListLines) throw invalid('list', t('errors.block-list-too-long', { maxListLines }));
  const hostByDigest = new Map(knownHosts.map((host) => [digestOf(host), host]));
  const rules = new Map<string, ListedRule>();
  const skipped: string[] = [];
  let obfuscated = 0;
  for (const row of rows) {
    const name = textOf(row.domain).trim();
    const isObfuscated = name.includes('*');
    if (isObfuscated) obfuscated++;
    const host = isObfuscated ? hostByDigest.get(textOf(row.digest).toLowerCase()) : hostOf(name);
    const rule = host ? ruleOf(row) : null;
    if (host && rule) rules.set(host, { host, ...rule });
    else if (name !== '') skipped.push(name);
  }
  return { rules: [...rules.values()], skipped, hasRules: rules.size + obfuscated > 0 };
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

const digestOf = (host: string) => createHash('sha256').update(host).digest('hex');

/** A line without a severity blocks, as in lists that are only names. Null for a severity that nobody knows. */
function ruleOf(row: Row): DomainRule | null {
  const named = textOf(row.severity).trim().toLowerCase() || 'suspend';
  const severity = severities.find((each) => each === named);
  if (!severity) return null;
  return {
    ...{ severity: severity satisfies Severity, rejectMedia: isTrue(row.reject_media) },
    ...{ rejectReports: isTrue(row.reject_reports), obfuscate: isTrue(row.obfuscate) },
    publicComment: textOf(row.public_comment ?? row.comment).slice(0, maxComment),
    privateComment: textOf(row.private_comment).slice(0, maxComment),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
const isTrue = (value: unknown): boolean => value === true || /^(true|1|yes)$/i.test(textOf(value));

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'domain' in value && typeof value.domain === 'string';

function readJson(text: string): Row[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every(isRow)) return list;
  } catch {}
  throw invalid('list', t('errors.block-list-neither-csv-nor-json'));
}

/** The columns are named by the first line, with or without `#`. A list without such a line is a list of names. */
function readCsv(text: string): Row[] {
  try {
    const lines: string[][] = parse(text, {
      ...{ bom: true, trim: true, relaxColumnCount: true, skipEmptyLines: true, toLine: maxListLines + 2 },
    });
    const [first = [], ...rest] = lines;
    const names = first.map((name) => name.replace(/^#/, '').toLowerCase());
    if (!names.includes('domain')) return lines.map(([domain]) => ({ domain }));
    return rest.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
  } catch {
    throw invalid('list', t('errors.csv-unreadable'));
  }
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
export const isSameRule = (one: DomainRule, other: DomainRule): boolean =>
  Object.keys(blockRule).every((key) => one[key as keyof DomainRule] === other[key as keyof DomainRule]);

/** Whether the new rule is less strict than the one that exists. */
export const isEased = (before: DomainRule, after: DomainRule): boolean =>
  severities.indexOf(after.severity) < severities.indexOf(before.severity) ||
  (before.rejectMedia && !after.rejectMedia) ||
  (before.rejectReports && !after.rejectReports);
