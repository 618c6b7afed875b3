/** Parses amounts of ingredient lines: fractions in words, sums, sizes, notes behind an amount and parts of a food. */
import { expect, it } from 'vitest';
import { readUnit } from '../../src/recipe-import/units.ts';
import { parsedLine } from './parsed-line.ts';

it.each<[line: string, amount: string | null, unit: string | null, name: string, note: string | null]>([
  ['three quarters of a cup of oats', '3/4', 'cup', 'oats', null],
  ['two and a quarter cups of stock', '9/4', 'cup', 'stock', null],
  ["une dizaine d'olives", '10', null, 'olives', null],
  ['ہلدی ایک چوتھائی چائے کا چمچ', '1/4', 'tsp', 'ہلدی', null],
  ['牛乳 4分の1カップ', '1/4', 'cup', '牛乳', null],
  ['полстакана риса', '1/2', 'cup', 'риса', null],
  ['แครอทครึ่งหัว', '1/2', 'หัว', 'แครอท', null],
  ['물엿 1큰술 반', '3/2', 'tbsp', '물엿', null],
  ['три-четыре помидора', '3-4', null, 'помидора', null],
  ['1 cup minus 1 tablespoon flour', '15', 'tbsp', 'flour', null],
  ['كوب إلا ربع سميد', '3/4', 'cup', 'سميد', null],
  ['200g-250g spinach', '200-250', 'g', 'spinach', null],
  ['1 κιλό και 200 γρ. μοσχάρι', '1200', 'g', 'μοσχάρι', null],
  ['水 100cc', '100', 'ml', '水', null],
  ['3 cc de sel', '3', 'tsp', 'sel', null],
  ['2 c.c. de sel', '2', 'tsp', 'sel', null],
  ['200 c.c. de leche', '200', 'ml', 'leche', null],
  ['250 c. c. de agua', '250', 'ml', 'agua', null],
  ['1 kg 500 de pommes', '3/2', 'kg', 'pommes', null],
  ['1 l 1/2 de lait', '3/2', 'l', 'lait', null],
  ['1 kg 500 pommes', '1', 'kg', '500 pommes', null],
  ['水一碗半', '3/2', '碗', '水', null],
  ['米 1碗半', '3/2', '碗', '米', null],
  ['3勺半糖', '7/2', '勺', '糖', null],
  ['一斤半排骨', '3/2', '斤', '排骨', null],
  ['卵 2個（半熟）', '2', 'piece', '卵', '半熟'],
  ['닭다리살 400g (한입 크기)', '400', 'g', '닭다리살', '한입 크기'],
  ['冰糖 15g左右', '15', 'g', '冰糖', '左右'],
  ['Onion 1 large, chopped', '1', null, 'Onion', 'large, chopped'],
  ['Double cream 284 ml pot', '284', 'ml', 'Double cream', 'pot'],
  ['Coconut milk: 1 x 400 ml can', '1', 'can', 'Coconut milk', '400 ml'],
  ['Basil - a few leaves, torn', null, 'leaves', 'Basil', 'a few, torn'],
  ['Sugar - 1 cup + 2 tbsp', '18', 'tbsp', 'Sugar', null],
  ['revet skal af 1 økologisk citron', '1', null, 'økologisk citron', 'revet skal'],
  ['coajă rasă de la o portocală', '1', null, 'portocală', 'coajă rasă'],
  ['2 Kugeln Mozzarella à 125 g', '2', 'Kugeln', 'Mozzarella', 'à 125 g'],
  ["1 filet d'huile de noix", '1', 'filet', 'huile de noix', null],
  ['2 filets de saumon', '2', null, 'filets de saumon', null],
  ['1 pot roast', '1', null, 'pot roast', null],
  ['2 pots yoghurt', '2', 'pots', 'yoghurt', null],
  ['2 linguri cu vârf de griș', '2', 'tbsp', 'griș', 'cu vârf'],
  ['1 gut gehäufter EL Senf', '1', 'tbsp', 'Senf', 'gut gehäufter'],
  ['2 ст.л.муки', '2', 'tbsp', 'муки', null],
  ['1 kl. Möhre', '1', null, 'kl. Möhre', null],
  ['1 kl soli', '1', 'tsp', 'soli', null],
  ['2 - 8 ounce sirloin steaks', '2', null, 'sirloin steaks', '8 ounce'],
  ['2 - 3 ounce sirloin steaks', '2-3', 'oz', 'sirloin steaks', null],
  ['4 x 200g/7oz salmon fillets', '4', null, 'salmon fillets', '200g/7 oz'],
  ['1 inch piece of ginger', '1', 'piece', 'ginger', '1 inch'],
  ['bread flour plus more for dusting', null, null, 'bread flour', 'plus more for dusting'],
  ['1 lata (400 g) de tomate', '1', 'can', 'tomate', '400 g'],
  ['3/4 de taza de leche', '3/4', 'cup', 'leche', null],
  ['Für die Sauce: 200 ml Sahne', '200', 'ml', 'Sahne', 'für die Sauce'],
  ['香油 几滴', null, null, '香油', '几滴'],
  ['łyżeczka cynamonu', '1', 'tsp', 'cynamonu', null],
  ['segenggam kemangi', '1', 'genggam', 'kemangi', null],
  ['o lingură de miere', '1', 'tbsp', 'miere', null],
  ['o suco de 1 limão', '1', null, 'limão', 'suco'],
])('%s', (line, amount, unit, name, note) => {
  expect(parsedLine(line)).toEqual([amount, unit, name, note]);
});

it('a unit ends at its full stop where the food follows without a space', () => {
  expect(readUnit('ст.л.муки')).toMatchObject({ unit: 'tbsp', end: 5 });
  expect(readUnit('tsp.salt')).toMatchObject({ unit: 'tsp', end: 4 });
  expect(readUnit('ст. л. муки')).toMatchObject({ unit: 'tbsp', end: 6 });
});
