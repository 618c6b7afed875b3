/**
 * Shows stacks of the built server with lines of its sources. Node's own option would read all source maps at the
 * start, which takes a sixth of it, and keep them.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** By file. Null where there is none. */
const maps = new Map<string, SourceMap | null>();

/** Call it once. Does nothing where the sources run themselves. */
export function mapStacks(): void {
  if (!import.meta.filename.endsWith('.js')) return;
  Error.prepareStackTrace = (error, calls) =>
    [nameOf(error), ...calls.map((call) => `    at ${textOf(call)}`)].join('\n');
}

function nameOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function textOf(call: NodeJS.CallSite): string {
  const text = String(call);
  const file = call.getFileName();
  const [line, column] = [call.getLineNumber(), call.getColumnNumber()];
  if (!file?.startsWith('file:') || line === null || column === null) return text;
  const origin = mapOf(file)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return text;
  const source = fileURLToPath(new URL(origin.fileName, file));
  return text.replace(`${file}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = readMap(`${fileURLToPath(file)}.map`);
  maps.set(file, map);
  return map;
}

/** An error while a stack is written would hide the first one. */
function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
