/** Writes a diet as people say it. */
import type { RestrictedDiet } from '../../recipe-import/details.ts';

/** Example: `LowFatDiet` is "Low fat". */
export const dietText = (diet: RestrictedDiet): string =>
  diet.replace(/Diet$/, '').replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
