/** Number words and signs in many languages. */

export const VULGAR: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
};

const WORDS: [number, string][] = [
  [1, 'a an one ein eine einen einem einer un une uno una um uma een één en ett egy jeden jedna jedno jedan'],
  [2, 'two zwei deux due dos dois duas twee två två dwa dwie kettő két dva dve dvije'],
  [3, 'three drei trois tre tres três drie trzy három tři tri'],
  [4, 'four vier quatre quattro cuatro quatro fyra cztery négy čtyři četiri štyri'],
  [5, 'five fünf cinq cinque cinco vijf fem pięć öt pět päť'],
  [6, 'six sechs sei seis zes seks sześć šest šesť'],
  [8, 'eight acht huit otto ocho oito åtta otte åtte osiem nyolc osm osam osem'],
  [10, 'ten zehn dix dieci diez dez tien tio dziesięć tíz deset desať'],
  [12, 'twelve zwölf douze dodici doce doze twaalf tolv'],
];

/** Maps lower-case words to numbers. */
export const NUMBER_WORDS = new Map<string, number>(
  WORDS.flatMap(([value, words]) => words.split(' ').map((word): [string, number] => [word, value])),
);

export const HALF_WORDS = new Set(
  'half halbe halber halbes demi demie mezzo mezza medio media meio meia halve halv halvt pół fél půl pol pola'.split(
    ' ',
  ),
);

export const CJK_DIGITS: Record<string, number> = {
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};
