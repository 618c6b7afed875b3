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
  Object.entries({
    meta: 'content',
    link: 'href',
    a: 'href',
    img: 'src',
    'amp-img': 'src',
    source: 'src',
    video: 'src',
    audio: 'src',
    iframe: 'src',
    embed: 'src',
    object: 'data',
    time: 'datetime',
    data: 'value',
    meter: 'value',
  }),
);

/** Where pages put the picture that a script loads later, the usual one first. */
const LAZY = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-pin-media'];
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset'];
const PLACEHOLDER =
  /^\s*(?:data:|about:|$)|(?:^|[/_.-])(?:blank|placeholder|spacer|pixel|1x1|lazy|loading|transparent)[^/]{0,40}$/i;

/** The address of a picture, also where a placeholder stands until it is seen. */
function pictureOf(attributes: Attributes): string | undefined {
  const source = attributes.get('src');
  if (source !== undefined && !PLACEHOLDER.test(source.slice(0, 2_000))) return source;
  const lazy = LAZY.map((name) => attributes.get(name)).find((value) => value);
  const set = SETS.map((name) => attributes.get(name)).find(
    (value) => value && !PLACEHOLDER.test(value.slice(0, 2_000)),
  );
  // The last picture of a set is the largest.
  return lazy ?? set?.trim().split(/,\s+/).at(-1)?.split(/\s/, 1)[0] ?? source;
}

/** Links mark names as often as addresses, so only these properties take the address. */
const LINKED = new Set(['url', 'sameAs', 'image', 'thumbnailUrl', 'contentUrl', 'embedUrl', 'suitableForDiet']);

function attributeValue(tag: string, attributes: Attributes, property: string | null): string | undefined {
  const attribute = tag === 'a' && !LINKED.has(property ?? '') ? '' : (ATTRIBUTES.get(tag) ?? '');
  const isPicture = tag === 'img' || tag === 'amp-img';
  return attributes.get('content') ?? (isPicture ? pictureOf(attributes) : attributes.get(attribute));
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
    // A relation with a prefix names a property too: rel="v:ingredient".
    const relation = words(attributes.get('rel')).find((each) => /^(?:v|schema):/.test(each));
    const property = (words(attributes.get('property'))[0] ?? relation)?.split(/[:/#]/).at(-1) ?? null;
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
