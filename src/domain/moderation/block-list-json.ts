/** Reads block lists in the JSON of other programs into rows with the columns of Mastodon's lists. */
import { isDeeperThan } from '../../lib/json-depth.ts';

export type Row = Record<string, unknown>;

const maxDepth = 32;

/**
 * Reads lists of names or of objects (Mastodon, GoToSocial, fediblockhole), the MRF policies of Pleroma and Akkoma, also
 * within NodeInfo or the description of an instance, the settings of Misskey and Lemmy, and RapidBlock. Null for others.
 */
export function readJsonList(text: string): Row[] | null {
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
  const severities = ['noop', 'silence', 'suspend'];
  const merged = new Map<unknown, Row>();
  for (const row of rows) {
    const before = merged.get(row.domain);
    const severity = [before?.severity, row.severity].toSorted(
      (one, other) => severities.indexOf(String(other)) - severities.indexOf(String(one)),
    )[0];
    merged.set(row.domain, { ...row, ...before, ...definedIn(row), severity });
  }
  return [...merged.values()];
}

const definedIn = ({ reject_media, reject_reports }: Row): Row => ({
  ...(reject_media === true && { reject_media }),
  ...(reject_reports === true && { reject_reports }),
});
