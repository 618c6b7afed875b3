/** Measures the cost of a phone photo. */
import { runProcess } from '../child.ts';
import type { BenchContext } from '../context.ts';
import type { PhotoResult } from '../processes/photo.ts';
import { type Figure, progress } from '../report.ts';

export async function measurePhoto({ environment }: BenchContext): Promise<Figure[]> {
  progress('a photo');
  const { seconds, megabytes } = await runProcess<PhotoResult>('photo', {}, environment);
  const measure = 'photo of 12 megapixels to three sizes';
  return [
    { measure, value: seconds, unit: 's', aim: { atMost: 1.5 } },
    { measure, value: megabytes, unit: 'MB', aim: { atMost: 250 } },
  ];
}
