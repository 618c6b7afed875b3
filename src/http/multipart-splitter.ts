/** Splits a multipart/form-data body (RFC 7578) into its parts. It has no events: what it throws reaches the caller. */

export interface PartHead {
  name: string;
  /** Its last segment. Undefined for a part that is not a file. */
  filename: string | undefined;
  /** The media type in lower case, without parameters. */
  type: string;
  charset: string;
}

/** What becomes of the content of a part. */
export interface PartSink {
  write(bytes: Buffer): void;
  end(): void;
}

/** The body does not have the form that its Content-Type promises. */
export class NotMultipart extends Error {
  override readonly name = 'NotMultipart';
}

export interface Splitter {
  write(chunk: Uint8Array): void;
  /** Throws NotMultipart if the body broke off. */
  end(): void;
}

const maxHeadBytes = 8 * 1_024;
/** RFC 2046 §5.1.1 allows white space after a delimiter. */
const maxPadding = 100;
const lineEnd = '\r\n';

/** @param open called for each part, also with null for one that is no form field, before its content */
export function splitMultipart(boundary: string, open: (head: PartHead | null) => PartSink | null): Splitter {
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  // The first delimiter needs no line before it.
  let rest: Buffer = Buffer.from(lineEnd);
  let step: (() => boolean) | null = findDelimiter;
  let sink: PartSink | null = null;

  /** Each step returns false if it needs more bytes. */
  function findDelimiter(): boolean {
    const at = rest.indexOf(delimiter);
    const end = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at;
    if (end > 0) sink?.write(rest.subarray(0, end));
    rest = rest.subarray(at < 0 ? end : at + delimiter.length);
    if (at < 0) return false;
    sink?.end();
    sink = null;
    step = readDelimiterLine;
    return true;
  }

  function readDelimiterLine(): boolean {
    if (rest.length < 2) return false;
    if (rest.toString('latin1', 0, 2) === '--') {
      step = null;
      return false;
    }
    const end = rest.indexOf(lineEnd);
    const padding = rest.toString('latin1', 0, end < 0 ? rest.length : end).replace(/\r$/, '');
    if (padding.length > maxPadding || /[^ \t]/.test(padding)) throw new NotMultipart('no delimiter');
    if (end < 0) return false;
    rest = rest.subarray(end);
    step = readHead;
    return true;
  }

  /** The line end of the delimiter is still there, so that an empty head ends like the others. */
  function readHead(): boolean {
    const end = rest.indexOf(lineEnd + lineEnd);
    if ((end < 0 ? rest.length : end) > maxHeadBytes) throw new NotMultipart('a head is too long');
    if (end < 0) return false;
    sink = open(parseHead(rest.toString('utf8', 0, end)));
    rest = rest.subarray(end + lineEnd.length * 2);
    step = findDelimiter;
    return true;
  }

  return {
    write: (chunk) => {
      if (!step) return;
      rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
      while (step?.());
    },
    end: () => {
      if (step) throw new NotMultipart('the body broke off');
    },
  };
}

/** Returns null unless it names a form field. */
function parseHead(text: string): PartHead | null {
  const headers = new Map<string, string>();
  for (const line of text.replaceAll(/\r\n(?=[ \t])/g, '').split(lineEnd)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const type = headers.get('content-type') ?? 'text/plain';
  const { name, ...parameters } = parametersOf(disposition);
  if (!/^form-data\s*(?:;|$)/i.test(disposition) || name === undefined || /[\r\n]/.test(name)) return null;
  return {
    ...{ name, filename: filenameOf(parameters), type: type.split(';')[0]!.trim().toLowerCase() },
    charset: parametersOf(type).charset ?? 'utf-8',
  };
}

/** A backslash escapes only a quote or itself, because old browsers send Windows paths. */
function parametersOf(value: string): Partial<Record<string, string>> {
  const parameters: Partial<Record<string, string>> = Object.create(null);
  for (const [, name, quoted, plain] of value.matchAll(/;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g))
    parameters[name!.toLowerCase()] ??= quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain!.trim();
  return parameters;
}

function filenameOf(parameters: Partial<Record<string, string>>): string | undefined {
  const name = decodeExtended(parameters['filename*']) ?? parameters.filename;
  return name?.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** RFC 8187, which some clients use for names that are not ASCII. */
function decodeExtended(text: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text ?? '')?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
