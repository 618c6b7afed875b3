/** Reads durations and yields as websites write them. */
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/recipe-import/duration.ts';
import { readServing } from '../../src/recipe-import/serving.ts';

describe('durations', () => {
  it.each<[unknown, number | null]>([
    ['PT1H30M', 5_400],
    ['P0DT0H45M', 2_700],
    ['PT90M', 5_400],
    ['PT0D0H30M', 1_800],
    ['P0DT20M', 1_200],
    ['P30M', 1_800],
    ['P1H', 3_600],
    ['PT900S', 900],
    ['PT1.5H', 5_400],
    ['P1DT2H', 93_600],
    ['PT0M', 0],
    ['30 minutes', 1_800],
    ['1 h 20 min', 4_800],
    ['1h20', 4_800],
    ['1h30', 5_400],
    ['2 heures 15', 8_100],
    ['PT1H30', 5_400],
    ['PTH5MS', 300],
    ['PT30', 1_800],
    ['PTHMS', null],
    ['1 1/2 hours', 5_400],
    ['1½ Stunden', 5_400],
    ['2 ore e 15 minuti', 8_100],
    ['30-40 minutes', 2_400],
    ['30 मिनट', 1_800],
    ['1:30', 5_400],
    ['45', 2_700],
    [45, 2_700],
    ['PT', null],
    ['P', null],
    ['', null],
    ['overnight', null],
    ['-5 minutes', null],
    ['PT-5M', null],
    [-5, null],
    [Number.NaN, null],
    ['P9999D', null],
    [null, null],
    [{}, null],
  ])('%j is %j seconds', (value, seconds) => {
    expect(parseDuration(value)).toBe(seconds);
  });
});

describe('yields', () => {
  it.each<[unknown, number, string]>([
    ['8', 8, 'servings'],
    [['8', '8 servings'], 8, 'servings'],
    [['20', '20 - 22 churros'], 20, 'churros'],
    [['20', '2 pies'], 20, 'servings'],
    ['Makes 24 cookies', 24, 'cookies'],
    ['makes about 10 pancakes', 10, 'pancakes'],
    ['4-6 Personen', 4, 'servings'],
    ['Serves 6 (makes a 18cm/7in cheesecake)', 6, 'servings'],
    ['Makes 2 loaves', 2, 'loaves'],
    ['2 dozen cookies', 24, 'cookies'],
    ['1 pie crust', 1, 'pie-crust'],
    ['3 grote potten', 3, 'grote-potten'],
    ['2個分', 2, 'servings'],
    ['1 porção', 1, 'servings'],
    ['750 g di crema', 750, 'g'],
    ['1.5 kg', 1_500, 'g'],
    ['1 kg', 1, 'kg'],
    ['500 ml sauce', 500, 'ml'],
    ['Makes one 9-inch pie', 1, 'pie'],
    ['9-inch pie', 1, 'pie'],
    ['Yield: 1 9x13 pan', 1, 'pan'],
    ['4 12" Pizzas', 4, 'pizzas'],
    ['1 (23 cm) cake', 1, 'cake'],
    ['1 tarte de 26 cm', 1, 'tarte'],
    ['26 cm Springform', 1, 'springform'],
    ['4 Portionen à 250 g', 4, 'servings'],
    ['half a dozen', 6, 'servings'],
    ['Serves four', 4, 'servings'],
    ['half a dozen', 6, 'servings'],
    ['6 adag', 6, 'servings'],
    ['6 kişilik', 6, 'servings'],
    [10, 10, 'servings'],
    [[10], 10, 'servings'],
    [{ '@type': 'QuantitativeValue', value: 12, unitText: 'Muffins' }, 12, 'muffins'],
    ['1 very long name of a thing that goes on and on', 1, 'very-long-name-of-a-thing-that'],
  ])('%j is %i %s', (value, serving, servingType) => {
    expect(readServing(value)).toEqual({ serving, servingType });
  });

  it.each([['a lot'], [''], [0], [-3], ['0'], [1e9], [null], [{}], [[]]])('%j has no yield', (value) => {
    expect(readServing(value)).toBeNull();
  });
});
