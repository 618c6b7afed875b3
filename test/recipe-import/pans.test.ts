/** A recipe is scaled from its baking pan to another by their areas. */
import { describe, expect, it, test } from 'vitest';
import type { Recipe } from '../../src/domain/items/eventable.ts';
import { findPan, type Pan, panSizeText, ratioOfPans, readPan } from '../../src/domain/recipes/pans.ts';

const pan = (text: string): Pan => {
  const [shape = '', unit = '', ...size] = text.split(' ');
  return readPan(shape, size.join(' '), unit)!;
};

test.each<[from: string, to: string, factor: number]>([
  ['round cm 26', 'round cm 26', 1],
  ['round cm 26', 'round cm 18', 0.479],
  ['round in 9', 'round cm 22.86', 1],
  ['round cm 20', 'square cm 20', 1.273],
  ['square in 9 x 13', 'square in 8', 0.547],
  ['loaf in 9 x 5', 'loaf in 8½ x 4½', 0.85],
  ['loaf cm 30', 'loaf cm 20', 0.667],
  ['loaf in 8 1/2 x 4,5 x 3', 'round cm 20', 1.273],
])('from %s to %s, amounts are multiplied by %d', (from, to, factor) => {
  const ratio = ratioOfPans({ from: pan(from), to: pan(to) });
  expect(ratio.to / ratio.from).toBeCloseTo(factor, 2);
});

test.each(['', 'big', '26 cm', '0', '1', '999', '20 x', 'x 20', '20 x 30 x 5 x 2', '1e3', '２６'])(
  '%j is no size',
  (size) => {
    expect(readPan('round', size, 'cm')).toBeNull();
  },
);

describe('the pan of a recipe is found', () => {
  const found = (step: string, equipment: string[] = []) => {
    const recipe = { name: 'Cake', content: '', steps: [{ content: step }], ingredients: [], details: { equipment } };
    return findPan(recipe as unknown as Recipe);
  };

  it.each<[text: string, shape: string, size: string, unit: string]>([
    ['Grease a 9-inch round pan.', 'round', '9', 'in'],
    ['Butter a 9x13-inch baking pan', 'square', '9 × 13', 'in'],
    ['Line a 9 x 5 in. loaf pan.', 'loaf', '9 × 5', 'in'],
    ['Line an 8½ x 4½-inch loaf tin', 'loaf', '8.5 × 4.5', 'in'],
    ['a 23cm (9in) springform tin', 'round', '23', 'cm'],
    ['Bake 20 minutes in a 20 cm x 30 cm tin.', 'square', '20 × 30', 'cm'],
    ['Eine Springform (26 cm Ø) fetten.', 'round', '26', 'cm'],
    ['In einer 30 cm langen Kastenform backen.', 'loaf', '30', 'cm'],
    ['Beurrez un moule à manqué de 24 cm.', 'round', '24', 'cm'],
    ['Engrasa un molde redondo de 22 cm.', 'round', '22', 'cm'],
    ['Tortownicę o średnicy 24 cm wyłożyć papierem.', 'round', '24', 'cm'],
    ['18cmの丸型に流し入れる。', 'round', '18', 'cm'],
  ])('%s', (text, shape, size, unit) => {
    const { pan } = found(text)!;
    expect(pan && [pan.shape, panSizeText(pan), pan.unit]).toEqual([shape, size, unit]);
  });

  it('in the equipment before the steps', () => {
    expect(found('Grease a 20 cm round pan.', ['24 cm springform'])!.pan!.length).toBe(24);
  });

  it.each(['Cut into 15 cm strips.', 'Heat a 30 cm frying pan.', 'Simmer for 20 minutes.'])('not in %j', (text) => {
    expect(found(text)).toBeNull();
  });

  it('and is unknown where only an oven is named', () => {
    expect(found('Bake at 180 °C.')).toEqual({ pan: null });
  });
});
