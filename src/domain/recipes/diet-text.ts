/** Writes a diet as people say it. */
import { t } from '../../lib/language/text.ts';
import type { RestrictedDiet } from '../../recipe-import/details.ts';

/** Example: `LowFatDiet` is "Low fat". */
export const dietText = (diet: RestrictedDiet): string => t(`diets.${diet}`);
