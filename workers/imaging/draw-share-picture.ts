/** Draws a share picture in a process of its own, as other pictures are decoded. */
import type { ShareText } from '../../src/domain/recipes/related.ts';
import { runConfined } from '../../src/lib/confined-process.ts';
import { programPath } from '../../src/lib/programs.ts';
import { backgroundYields, withPriority } from './priority.ts';

const program = programPath('workers/imaging');
const confinement = {
  // Only ends a process that hangs.
  timeoutMs: 120_000,
  processorSeconds: 15,
  memoryKilobytes: 1_700_000,
  heapMegabytes: 64,
  maxOutputBytes: 4 * 2 ** 20,
  isBackground: backgroundYields,
};

/** Returns a PNG of 1200 × 630 pixels. Throws ConfinedFailure, for example without a font. */
export function drawSharePicture(text: ShareText): Promise<Buffer> {
  const input = Buffer.from(JSON.stringify(text));
  return withPriority('background', () => runConfined(program, ['share', String(input.length)], input, confinement));
}
