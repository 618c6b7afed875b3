/** Measures the cost of a phone photo. */
import { ask } from '../child.ts';
import type { PhotoResult } from '../processes/photo.ts';
import { type Figure, progress } from '../report.ts';
import type { Stage } from '../stage.ts';

export async function measurePhoto({ environment }: Stage): Promise<Figure[]> {
  progress('a photo');
  const { seconds, megabytes } = await ask<PhotoResult>('photo', {}, environment);
  const measure = 'photo of 12 megapixels to three sizes';
  return [
    { measure, value: seconds, unit: 's', aim: { atMost: 1.5 } },
    { measure, value: megabytes, unit: 'MB', aim: { atMost: 250 } },
  ];
}
