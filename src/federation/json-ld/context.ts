/** Contexts of JSON-LD: those that are known, and those of documents. */
import { inTerms, mapDetails } from '../../db/recipe-details.ts';
import type { JsonObject } from './json.ts';

// Loads the JSON-LD contexts that are bundled with Fedify. Contexts are never fetched.

interface RemoteDocument {
  contextUrl: null;
  documentUrl: string;
  document: unknown;
}

export type LoadContext = (url: string) => Promise<RemoteDocument>;

/** The context that schema.org serves names its 2,900 terms one by one, which takes 10 ms each time it is named. */
const schemaOrg = {
  '@context': { '@vocab': 'http://schema.org/', id: '@id', type: '@type', schema: 'http://schema.org/' },
};

let known: Promise<Map<string, unknown>> | undefined;

/** They take some megabytes, and only documents of servers with contexts of their own need them. */
async function readBundled(): Promise<Map<string, unknown>> {
  const { preloadedContexts } = await import('@fedify/vocab-runtime');
  const bundled = Object.entries({ ...preloadedContexts, 'http://schema.org/': schemaOrg });
  return new Map(
    bundled.flatMap(([url, document]) => {
      const bare = url.replace(/^https?:\/\//, '').replace(/[/#]$/, '');
      return [bare, `${bare}/`, `${bare}#`].map((name) => [name, document] as const);
    }),
  );
}

export const loadKnownContext: LoadContext = async (url) => {
  known ??= readBundled();
  const document = (await known).get(url.replace(/^https?:\/\//, ''));
  if (document === undefined) throw new Error(`the context ${url} is not bundled`);
  return { contextUrl: null, documentUrl: url, document };
};

// Defines the `@context` of all documents we send: well-known contexts, and our other terms inline

const schema = (term: string) => `http://schema.org/${term}`;
const potluck = (term: string) => `https://w3id.org/potluck#${term}`;
const reference = (id: string) => ({ '@id': id, '@type': '@id' });
const list = (id: string) => ({ '@id': id, '@container': '@list' });

type DetailTerm = { term: string; isOwnTerm?: true };
const plain = ({ term, isOwnTerm }: DetailTerm) => (isOwnTerm ? potluck(term) : schema(term));

const detailTerms = inTerms(
  mapDetails({
    seconds: plain,
    texts: (field) => list(plain(field)),
    diets: (field) => reference(plain(field)),
    difficulty: plain,
    nutrition: plain,
    credit: plain,
    rating: plain,
    url: (field) => reference(plain(field)),
  }),
);

export const context = [
  'https://www.w3.org/ns/activitystreams',
  'https://w3id.org/security/v1',
  'https://w3id.org/security/data-integrity/v1',
  'https://w3id.org/security/multikey/v1',
  {
    schema: schema(''),

    assertionMethod: { ...reference('https://w3id.org/security#assertionMethod'), '@container': '@set' },
    Hashtag: 'as:Hashtag',
    sensitive: 'as:sensitive',
    manuallyApprovesFollowers: 'as:manuallyApprovesFollowers',
    alsoKnownAs: reference('as:alsoKnownAs'),
    movedTo: reference('as:movedTo'),

    blurhash: 'http://joinmastodon.org/ns#blurhash',
    discoverable: 'http://joinmastodon.org/ns#discoverable',
    indexable: 'http://joinmastodon.org/ns#indexable',
    featured: reference('http://joinmastodon.org/ns#featured'),
    suspended: 'http://joinmastodon.org/ns#suspended',
    QuoteRequest: 'https://w3id.org/fep/044f#QuoteRequest',
    QuoteAuthorization: 'https://w3id.org/fep/044f#QuoteAuthorization',
    quote: reference('https://w3id.org/fep/044f#quote'),
    quoteAuthorization: reference('https://w3id.org/fep/044f#quoteAuthorization'),
    quoteUrl: 'as:quoteUrl',
    quoteUri: 'http://fedibird.com/ns#quoteUri',
    _misskey_quote: 'https://misskey-hub.net/ns/#_misskey_quote',
    webfinger: 'https://purl.archive.org/socialweb/webfinger#webfinger',
    interactionPolicy: reference('https://gotosocial.org/ns#interactionPolicy'),
    canQuote: reference('https://gotosocial.org/ns#canQuote'),
    automaticApproval: reference('https://gotosocial.org/ns#automaticApproval'),
    interactingObject: reference('https://gotosocial.org/ns#interactingObject'),
    interactionTarget: reference('https://gotosocial.org/ns#interactionTarget'),

    AggregateRating: schema('AggregateRating'),
    CreativeWork: schema('CreativeWork'),
    HowToStep: schema('HowToStep'),
    HowToSupply: schema('HowToSupply'),
    QuantitativeValue: schema('QuantitativeValue'),
    Rating: schema('Rating'),
    additionalType: reference(schema('additionalType')),
    aggregateRating: schema('aggregateRating'),
    bestRating: schema('bestRating'),
    cookTime: schema('cookTime'),
    description: schema('description'),
    inLanguage: schema('inLanguage'),
    isBasedOn: reference(schema('isBasedOn')),
    item: reference(schema('item')),
    keywords: list(schema('keywords')),
    maxValue: schema('maxValue'),
    position: schema('position'),
    prepTime: schema('prepTime'),
    ratingCount: schema('ratingCount'),
    ratingValue: schema('ratingValue'),
    recipeIngredient: list(schema('recipeIngredient')),
    recipeInstructions: list(schema('recipeInstructions')),
    recipeYield: schema('recipeYield'),
    requiredQuantity: schema('requiredQuantity'),
    reviewRating: schema('reviewRating'),
    supply: list(schema('supply')),
    text: schema('text'),
    timeRequired: schema('timeRequired'),
    unitText: schema('unitText'),
    value: schema('value'),
    worstRating: schema('worstRating'),
    ...detailTerms,

    denominator: potluck('denominator'),
    descriptionSource: potluck('descriptionSource'),
    forkedFrom: reference(potluck('forkedFrom')),
    group: potluck('group'),
    ingredientPositions: list(potluck('ingredientPositions')),
    itemNotes: potluck('itemNotes'),
    maxDenominator: potluck('maxDenominator'),
    maxNumerator: potluck('maxNumerator'),
    note: potluck('note'),
    numerator: potluck('numerator'),
    optional: potluck('optional'),
    originalText: potluck('originalText'),
    scalable: potluck('scalable'),
    serving: potluck('serving'),
    servingType: potluck('servingType'),
    site: potluck('site'),
    sourceUrl: reference(potluck('sourceUrl')),
  },
];

/** Adds the context to a top-level document. Embedded objects have none. */
export const withContext = (object: JsonObject): JsonObject => ({ '@context': context, ...object });
