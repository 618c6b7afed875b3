/** Finds the steps and the pictures of an account's archive, without a database. */
import type { Zip } from '../../../lib/archive/unzip.ts';
import { pictureTypeOf } from '../../../lib/picture-type.ts';
import type { Manifest } from '../archive/layout.ts';
import { readManifest } from '../archive/read.ts';
import { archiveSteps, picturesOf } from '../archive/steps.ts';
import type { SourceEvent } from './events.ts';

/** Returns null if the zip is no archive of an account. */
export async function findInAccountArchive(
  zip: Zip,
  from: number,
): Promise<AsyncGenerator<SourceEvent> | null> {
  const manifest = await readManifest(zip);
  return manifest && stepEvents(zip, manifest, from);
}

async function* stepEvents(zip: Zip, manifest: Manifest, from: number): AsyncGenerator<SourceEvent> {
  const { address, actor, exported, items } = manifest;
  const counts = Object.fromEntries(
    [...Map.groupBy(items, ({ type }) => type)].map(([type, { length }]) => [type, length]),
  );
  yield { type: 'format', format: 'Potluck' };
  yield { type: 'facts', facts: { archive: { address, actor, exported, counts } } };
  let at = -1;
  for await (const { name, step, reason } of archiveSteps(zip, manifest)) {
    at += 1;
    if (at < from) continue;
    yield { type: 'entry', at, name };
    for (const picture of step ? picturesOf(step) : []) {
      const bytes = await zip.read(picture).catch(() => null);
      if (bytes && pictureTypeOf(bytes) !== null)
        yield { type: 'picture', name: picture, bytes, position: null };
    }
    const kind = step === null ? 'file' : step.type === 'item' ? 'item' : 'other';
    const origin = step?.type === 'item' ? step.item.origin : null;
    const shown = step?.type === 'item' && 'name' in step.item ? step.item.name : name;
    yield {
      type: 'record',
      record: { kind, name: shown, origin, preview: null, content: step, digest: null, reason },
    };
  }
}
