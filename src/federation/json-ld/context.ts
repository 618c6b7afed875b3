/** Defines the `@context` of all documents we send: well-known contexts, and our other terms inline. */
import type { JsonObject } from './json.ts';

const schema = (term: string) => `http://schema.org/${term}`;
const potluck = (term: string) => `https://w3id.org/potluck#${term}`;
const reference = (id: string) => ({ '@id': id, '@type': '@id' });
const list = (id: string) => ({ '@id': id, '@container': '@list' });

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

    CreativeWork: schema('CreativeWork'),
    HowToStep: schema('HowToStep'),
    HowToSupply: schema('HowToSupply'),
    QuantitativeValue: schema('QuantitativeValue'),
    additionalType: reference(schema('additionalType')),
    cookTime: schema('cookTime'),
    description: schema('description'),
    inLanguage: schema('inLanguage'),
    isBasedOn: reference(schema('isBasedOn')),
    keywords: list(schema('keywords')),
    maxValue: schema('maxValue'),
    position: schema('position'),
    prepTime: schema('prepTime'),
    recipeIngredient: list(schema('recipeIngredient')),
    recipeInstructions: list(schema('recipeInstructions')),
    recipeYield: schema('recipeYield'),
    requiredQuantity: schema('requiredQuantity'),
    supply: list(schema('supply')),
    text: schema('text'),
    timeRequired: schema('timeRequired'),
    unitText: schema('unitText'),
    value: schema('value'),

    denominator: potluck('denominator'),
    descriptionSource: potluck('descriptionSource'),
    forkedFrom: reference(potluck('forkedFrom')),
    group: potluck('group'),
    ingredientPositions: list(potluck('ingredientPositions')),
    maxDenominator: potluck('maxDenominator'),
    maxNumerator: potluck('maxNumerator'),
    note: potluck('note'),
    numerator: potluck('numerator'),
    optional: potluck('optional'),
    originalText: potluck('originalText'),
    scalable: potluck('scalable'),
    serving: potluck('serving'),
    servingType: potluck('servingType'),
    sourceUrl: reference(potluck('sourceUrl')),
  },
];

/** Adds the context to a top-level document. Embedded objects have none. */
export const withContext = (object: JsonObject): JsonObject => ({ '@context': context, ...object });
