/** Parses lines of ingredient lists in several languages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';
import { canonicalUnit } from '../../src/recipe-import/units.ts';
import { randomRuns } from '../support/random-runs.ts';
import { parsedLine } from './parsed-line.ts';

describe('ingredient lines', () => {
  it.each<[string, string | null, string | null, string, string | null]>([
    ['250 g flour, sifted', '250', 'g', 'flour', 'sifted'],
    ['1 1/2 cups milk', '3/2', 'cup', 'milk', null],
    ['2 TL Zitronensaft', '2', 'tsp', 'Zitronensaft', null],
    ['3 EL Olivenöl, extra vergine', '3', 'tbsp', 'Olivenöl', 'extra vergine'],
    ['eine Handvoll Nüsse', '1', 'Handvoll', 'Nüsse', null],
    ['6 Stiele Koriander', '6', 'Stiele', 'Koriander', null],
    ["6 c.à.s d'huile d'olive", '6', 'tbsp', "huile d'olive", null],
    ['2 c. à soupe de miel', '2', 'tbsp', 'miel', null],
    ["3 gousses d'ail", '3', 'clove', 'ail', null],
    ["1 spicchio d'aglio", '1', 'clove', 'aglio', null],
    ['4-5 cucchiaini di miele', '4-5', 'tsp', 'miele', null],
    ['Latte intero 200 ml', '200', 'ml', 'Latte intero', null],
    ['Baccello di vaniglia ½', '1/2', null, 'Baccello di vaniglia', null],
    ['Fragole 1,1 kg', '11/10', 'kg', 'Fragole', null],
    ['1 cucharadita de sal', '1', 'tsp', 'sal', null],
    ['1/2 litro de agua', '1/2', 'l', 'agua', null],
    ['1 colher (chá) de páprica', '1', 'tsp', 'páprica', null],
    ['2 eetlepels citroensap', '2', 'tbsp', 'citroensap', null],
    ['pitjes van 1 granaatappel', '1', null, 'granaatappel', 'pitjes'],
    ['2,5 deciliter piskefløde', '5/2', 'dl', 'piskefløde', null],
    ['1 1/2 tsk tomatpuré', '3/2', 'tsp', 'tomatpuré', null],
    ['2 - 2 1/2 dl grädde', '2-5/2', 'dl', 'grädde', null],
    ['4 ss gresskarkjerner', '4', 'tbsp', 'gresskarkjerner', null],
    ['2 łyżki cukru', '2', 'tbsp', 'cukru', null],
    ['25 dkg Csiperkegomba', '250', 'g', 'Csiperkegomba', null],
    ['2 nagy db Sárgarépa', '2', 'piece', 'Sárgarépa', 'nagy'],
    ['0 ízlés szerint Só', null, null, 'Só', 'ízlés szerint'],
    ['2 žlice ulja', '2', 'tbsp', 'ulja', null],
    ['1 štipka soľ', '1', 'pinch', 'soľ', null],
    ['2 PL bazalkové pesto', '2', 'tbsp', 'bazalkové pesto', null],
    ['Krůtí šunka 3 plát.', '3', 'slice', 'Krůtí šunka', null],
    ['150克鸡胸肉', '150', 'g', '鸡胸肉', null],
    ['一个半番茄', '3/2', 'piece', '番茄', null],
    ['适量黑胡椒粉', null, null, '黑胡椒粉', '适量'],
    ['めんつゆ（3倍濃縮） 大さじ1', '1', 'tbsp', 'めんつゆ', '3倍濃縮'],
    ['1 14- ounce can of coconut milk', '1', 'can', 'coconut milk', '14- ounce'],
    ['1 ½-inch knob ginger', '1', 'knob', 'ginger', '1/2-inch'],
    ["1 (15-oz) can 100% pure pumpkin (I use Libby's)", '1', 'can', '100% pure pumpkin', "15-oz, I use Libby's"],
    ['2-3 large heads of broccoli (~1 lb.), cut up', '2-3', 'heads', 'broccoli', 'large, ~1 lb., cut up'],
    ['600g/1lb 5oz full-fat cream cheese', '600', 'g', 'full-fat cream cheese', '1 lb 5oz'],
    ['1 cup + 2 tablespoons water', '18', 'tbsp', 'water', null],
    ['1 lb 5 oz flour', '21', 'oz', 'flour', null],
    ['1 400 g can tomatoes', '1', 'can', 'tomatoes', '400 g'],
    ['2 teaspoons red, white, and pink sprinkles', '2', 'tsp', 'red, white, and pink sprinkles', null],
    ['1/2 cup Plain, non-fat yogurt', '1/2', 'cup', 'Plain, non-fat yogurt', null],
    ['the zest from 4 large lemons', '4', null, 'large lemons', 'zest'],
    ['ca. 200 g Mehl', '200', 'g', 'Mehl', 'ca.'],
    ['2 x 400g tins chopped tomatoes', '2', 'can', 'chopped tomatoes', '400g'],
    ['Juice of half a lemon', '1/2', null, 'lemon', 'juice'],
    ['snufje zout', '1', 'pinch', 'zout', null],
    ['牛奶250ml', '250', 'ml', '牛奶', null],
    ['sale q.b.', null, null, 'sale', 'q.b.'],
    ['pinch of salt', '1', 'pinch', 'salt', null],
    ['4 cloves', '4', null, 'cloves', null],
    ['1 T-bone steak', '1', null, 'T-bone steak', null],
    ['2% milk', null, null, '2% milk', null],
    ['Mehl Type 405', null, null, 'Mehl Type 405', null],
    ['half and half', null, null, 'half and half', null],
    ['citron(er)', null, null, 'citron(er)', null],
    ['Water', null, null, 'Water', null],
    ['1/2', null, null, '1/2', null],
    ['1 can (400 g)', null, null, '1 can (400 g)', null],
    ['undefined žličice soli', null, 'tsp', 'soli', null],
    ['[ ] 1 cup milk', '1', 'cup', 'milk', null],
    ['1. 1 cup milk', '1', 'cup', 'milk', null],
    ['1 tsp-1 tbsp chili', '1-3', 'tsp', 'chili', null],
    ['2 ea. onions', '2', null, 'onions', null],
    ['Onions x 2', '2', null, 'Onions', null],
    ['milk ... 1 cup', '1', 'cup', 'milk', null],
    ['1/4 oz. envelope yeast', '1/4', 'oz', 'yeast', 'envelope'],
    ['2 Dosen à 400 g Tomaten', '2', 'can', 'Tomaten', 'à 400 g'],
    ['1 boîte de 400 g de tomates', '1', 'can', 'tomates', 'de 400 g'],
    ['200 ml circa di acqua', '200', 'ml', 'acqua', 'circa'],
    ['1 cda. sopera de azúcar', '1', 'tbsp', 'azúcar', null],
    ['A 醤油 大さじ2', '2', 'tbsp', '醤油', 'A'],
    ['塩ひとつまみ', '1', 'pinch', '塩', null],
    ['2 x 5ml spoons paprika', '2', 'tsp', 'paprika', '5ml'],
    ['3 - 4 x 15ml tablespoons olive oil', '3-4', 'tbsp', 'olive oil', '15ml'],
    ['400g x 2 tins chopped tomatoes', '2', 'can', 'chopped tomatoes', '400g'],
    ['1 cup [240 ml] milk', '1', 'cup', 'milk', '240 ml'],
    ['1 + 1/2 cups flour', '3/2', 'cup', 'flour', null],
    ['11⁄2 cups flour', '3/2', 'cup', 'flour', null],
    ['one half cup sugar', '1/2', 'cup', 'sugar', null],
    ['1’000 g Mehl', '1000', 'g', 'Mehl', null],
    ['1.000 Gramm Mehl', '1000', 'g', 'Mehl', null],
    ['1½-inch piece ginger, grated', '1', 'piece', 'ginger', '1 1/2-inch, grated'],
    ['thumb-sized piece of ginger', '1', 'piece', 'ginger', 'thumb-sized'],
    ["1 lime's juice", '1', null, 'lime', 'juice'],
    ['c. 200g spinach', '200', 'g', 'spinach', 'c.'],
    ['1 cup, packed, brown sugar', '1', 'cup', 'brown sugar', 'packed'],
    ['a pinch each salt, pepper and nutmeg', '1', 'pinch', 'salt, pepper and nutmeg', 'each'],
    ['1 tbsp butter or 1 tbsp oil', '1', 'tbsp', 'butter', 'or 1 tbsp oil'],
    ['100 ml + 2 EL Milch', '100', 'ml', 'Milch', '+ 2 EL'],
    ['1 demi citron', '1/2', null, 'citron', null],
    ['2 dessertspoons sugar', '2', 'dessertspoons', 'sugar', null],
    ['250 grs flour', '250', 'g', 'flour', null],
    ['1 xíc. de açúcar', '1', 'cup', 'açúcar', null],
    ['sok z połowy cytryny', '1/2', null, 'cytryny', 'sok'],
    ['醤油　大さじ１・１／２', '3/2', 'tbsp', '醤油', null],
    ['塩・こしょう 各少々', null, null, '塩・こしょう', '各少々'],
  ])('%s', (line, amount, unit, name, note) => {
    expect(parsedLine(line)).toEqual([amount, unit, name, note]);
  });

  it('preserves the original line and its group', () => {
    const ingredient = parseIngredientLine('1½ cups  flour ', 'Dough');
    expect(ingredient).toMatchObject({ originalText: '1½ cups flour', group: 'Dough', scalable: true });
  });

  it.each([
    '2 tbsp kimchi (optional)',
    '(optional) 1 tbsp capers',
    '[optional] 1 tbsp capers',
    'Oregano, optional',
    'Optional: grated cheese',
    'Petersilie (wahlweise)',
  ])('%s is optional', (line) => {
    expect(parseIngredientLine(line).optional).toBe(true);
  });

  it('does not scale amounts that are left to the cook', () => {
    expect(parseIngredientLine('Salt to taste')).toMatchObject({
      name: 'Salt',
      note: 'to taste',
      scalable: false,
    });
    expect(parseIngredientLine('azeite a gosto')).toMatchObject({ name: 'azeite', scalable: false });
  });

  it('never throws and always finds a name', () => {
    const piece = fc.constantFrom(
      '1',
      '/',
      '½',
      ' ',
      '-',
      '(',
      ')',
      ',',
      'g',
      'cup',
      'of',
      '半',
      '大さじ',
      '%',
      'to taste',
    );
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(line, (text) => {
        const ingredient = parseIngredientLine(text);
        expect(ingredient.name).not.toBe('');
        expect(ingredient.quantity?.numerator).not.toBe(0);
      }),
      randomRuns(500),
    );
  });
});

describe('units', () => {
  it.each([
    ['Esslöffel', 'tbsp'],
    ['T', 'tbsp'],
    ['t', 'tsp'],
    ['fl. oz.', 'floz'],
    ['ČL', 'tsp'],
    ['cl', 'cl'],
    ['colher de sopa', 'tbsp'],
    ['bunch', null],
    ['stone', null],
  ])('%s is %s', (word, code) => {
    expect(canonicalUnit(word)).toBe(code);
  });
});
