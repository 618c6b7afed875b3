/** Tells how much a volume of a known food weighs. */
import { DENSITIES } from './densities.ts';
import { AISLES, type CanonicalFood } from './foods.ts';

export interface Density {
  gramsPerMl: number;
  isLiquid: boolean;
  /** Recipes in US units state a weight as well. */
  isWeighedInUs: boolean;
}

const US_CUP_ML = 236.588;

const densities = new Map(
  DENSITIES.trim()
    .split('\n')
    .map((row): [string, Density] => {
      const [key, grams, , kind] = row.split(' | ');
      return [
        key!,
        {
          gramsPerMl: Number(grams) / US_CUP_ML,
          isLiquid: kind === 'liquid',
          isWeighedInUs: kind === 'weighed' || AISLES.get(key!) === 'produce',
        },
      ];
    }),
);

/** Returns null unless the name says exactly one known food. */
export const densityOf = ({ key, isExact }: CanonicalFood): Density | null =>
  (isExact && densities.get(key)) || null;
