/** Draws the motifs of the patterns, and chooses one for an item. */

/** Line drawings in a box of 64 × 64. */
const motifs = {
  bowl: 'M8 30h48a24 24 0 0 1-16 22H24A24 24 0 0 1 8 30zM24 22c-4-5 4-7 0-12M34 22c-4-5 4-7 0-12M44 22c-4-5 4-7 0-12',
  loaf: 'M10 50V34c-5-2-6-8-2-12 5-6 43-6 48 0 4 4 3 10-2 12v16zM22 30l6-6M32 30l6-6M42 30l6-6',
  cake: 'M8 34L40 14c9 1 16 8 16 20zM8 34v16h48V34M8 42h48M36 10a4 4 0 1 0 8 0 4 4 0 0 0-8 0z',
  leaf: 'M12 52C10 26 26 12 54 10c0 28-14 44-36 38M12 52c8-14 18-24 30-30M24 40V28M32 32V22',
  fish: 'M6 32c10-14 28-16 40-4l12-8c-3 8-3 16 0 24l-12-8C34 48 16 46 6 32zM18 29h.1M28 24c4 5 4 11 0 16',
  cup: 'M12 18h32v22a14 14 0 0 1-14 14h-4a14 14 0 0 1-14-14zM44 24h5a7 7 0 0 1 0 16h-5M22 10V6M32 10V4',
  egg: 'M32 8c-8 0-18 14-20 26-2 14 8 22 20 22s22-8 20-22C50 22 40 8 32 8zM32 30a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  noodles:
    'M8 34h48a24 24 0 0 1-16 20H24A24 24 0 0 1 8 34zM16 34c0-16 8-16 8 0M24 34c0-20 8-20 8 0M32 34c0-16 8-16 8 0M38 26L58 6M44 28L62 12',
  tomato:
    'M32 20c14-8 24 2 24 14 0 13-11 22-24 22S8 47 8 34c0-12 10-22 24-14zM32 20c-2-6 0-10 4-14M20 14c6 0 10 2 12 6M44 14c-6 0-10 2-12 6',
  carrot:
    'M40 24c6 6 5 10-2 15L8 56l17-30c5-7 9-8 15-2zM42 22c0-8 2-12 6-16M42 22c8 0 12-2 16-6M30 32l5 5M22 42l5 5',
  lemon: 'M32 10c16 0 22 10 22 22s-6 22-22 22-22-10-22-22 6-22 22-22zM32 16v32M18 24l28 16M46 24L18 40',
  whisk:
    'M30 34L8 56M30 34c-6-12 2-24 16-26 8 0 10 2 10 10-2 14-14 22-26 16zM30 34c2-10 8-18 20-22M30 34c10-2 18-8 22-20',
} as const;

export type Motif = keyof typeof motifs;
export const motifNames = Object.keys(motifs) as Motif[];
export const motifPath = (name: Motif): string => motifs[name];

/** Words of tags, in the languages that are most frequent among recipes. */
const words: [Motif, RegExp][] = [
  ['bowl', /soup|stew|suppe|eintopf|soupe|sopa|zuppa|zupa|curry|lentil|dal|chili|bean/i],
  ['noodles', /noodle|pasta|spaghetti|ramen|nudel|pâtes|fideo|dumpling|rice/i],
  ['cake', /cake|pie|dessert|tart|torte|kuchen|gâteau|pastel|torta|ciasto|sweet|cookie|chocolate/i],
  ['loaf', /bread|dough|baking|bak|brot|pain|pan\b|pizza|chleb|ekmek|roll/i],
  ['fish', /fish|salmon|tuna|seafood|prawn|shrimp|fisch|poisson|pescado|pesce|ryba|balık/i],
  ['cup', /drink|tea|coffee|cocktail|juice|smoothie|getränk|boisson|bebida/i],
  ['egg', /egg|breakfast|brunch|omelet|frühstück|déjeuner|desayuno|colazione|kahvaltı/i],
  ['leaf', /salad|salat|ensalada|insalata|herb|green|vegan|spinach/i],
  ['carrot', /vegetable|veggie|vegetarian|gemüse|légume|verdura|root/i],
  ['tomato', /tomato|sauce|salsa|summer|tomate|pomodoro/i],
  ['lemon', /lemon|lime|citrus|fruit|jam|preserve|obst/i],
];

/** Returns the motif of the first tag that has one, else one that the id decides. */
export function motifFor(id: number, tags: string[]): Motif {
  for (const tag of tags) {
    const [motif] = words.find(([, pattern]) => pattern.test(tag)) ?? [];
    if (motif) return motif;
  }
  return motifNames[id % motifNames.length]!;
}
