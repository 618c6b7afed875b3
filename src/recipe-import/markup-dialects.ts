/** Describes how microdata, RDFa and h-recipe mark properties in HTML. */
import type { Attributes } from './html-tokens.ts';

export interface MarkedElement {
  /** The schema.org name of the property that the element is the value of. */
  property: string | null;
  /** Set if the element is an item. */
  types: string[] | null;
  /** The value if it is an attribute; otherwise it is the text. */
  value: string | undefined;
}

export interface MarkupDialect {
  /** Matches pages that may hold a recipe in this dialect. */
  recipe: RegExp;
  describe(tag: string, attributes: Attributes): MarkedElement;
}

const ATTRIBUTES = new Map(
  Object.entries({ meta: 'content', link: 'href', a: 'href', img: 'src', time: 'datetime', data: 'value' }),
);

/** Links mark names as often as addresses, so only these properties take the address. */
const LINKED = new Set(['url', 'sameAs', 'image', 'thumbnailUrl', 'contentUrl', 'embedUrl', 'suitableForDiet']);

function attributeValue(tag: string, attributes: Attributes, property: string | null): string | undefined {
  const attribute = tag === 'a' && !LINKED.has(property ?? '') ? '' : (ATTRIBUTES.get(tag) ?? '');
  return attributes.get('content') ?? attributes.get(attribute);
}

const words = (text: string | undefined) => text?.trim().slice(0, 1_000).split(/\s+/).filter(Boolean) ?? [];

/** https://html.spec.whatwg.org/multipage/microdata.html */
const microdata: MarkupDialect = {
  recipe: /itemtype\s{0,3}=\s{0,3}["']?[^"'>]{0,200}\b(?:schema|data-vocabulary)\.org\/Recipe\b/i,
  describe(tag, attributes) {
    const property = words(attributes.get('itemprop'))[0] ?? null;
    const types = attributes.has('itemscope') ? words(attributes.get('itemtype')) : null;
    return { property, types, value: attributeValue(tag, attributes, property) };
  },
};

/** RDFa Lite: https://www.w3.org/TR/rdfa-lite/ */
const rdfa: MarkupDialect = {
  recipe: /typeof\s{0,3}=\s{0,3}["']?[^"'>]{0,200}\bRecipe\b/i,
  describe(tag, attributes) {
    const property = words(attributes.get('property'))[0]?.split(/[:/#]/).at(-1) ?? null;
    const types = attributes.has('typeof') ? words(attributes.get('typeof')) : null;
    return {
      property: property === '' ? null : property,
      types,
      value: attributeValue(tag, attributes, property),
    };
  },
};

/** h-recipe and its predecessor hRecipe: https://microformats.org/wiki/h-recipe */
const RECIPE_CLASSES = new Map(
  Object.entries({
    'p-name': 'name',
    fn: 'name',
    'p-ingredient': 'recipeIngredient',
    ingredient: 'recipeIngredient',
    'e-instructions': 'recipeInstructions',
    instructions: 'recipeInstructions',
    instruction: 'recipeInstructions',
    'p-yield': 'recipeYield',
    yield: 'recipeYield',
    'dt-duration': 'totalTime',
    duration: 'totalTime',
    preptime: 'prepTime',
    cooktime: 'cookTime',
    'u-photo': 'image',
    photo: 'image',
    'p-summary': 'description',
    summary: 'description',
    'p-author': 'author',
    author: 'author',
    'p-category': 'recipeCategory',
    'p-nutrition': 'nutrition',
  }),
);

const hRecipe: MarkupDialect = {
  recipe: /class\s{0,3}=\s{0,3}(?:["'](?:[^"'>]{0,500}\s)?|)h-?recipe(?=["'\s>])/i,
  describe(tag, attributes) {
    const classes = words(attributes.get('class'));
    if (classes.some((name) => /^h-?recipe$/i.test(name)))
      return { property: null, types: ['Recipe'], value: undefined };

    const name = classes.find((each) => RECIPE_CLASSES.has(each));
    const property = name === undefined ? null : RECIPE_CLASSES.get(name)!;
    const isTitled = tag === 'abbr' || classes.includes('value-title');
    return {
      property,
      types: null,
      value: isTitled ? attributes.get('title') : attributeValue(tag, attributes, property),
    };
  },
};

/** In the order of preference. */
export const dialects: MarkupDialect[] = [microdata, rdfa, hRecipe];
