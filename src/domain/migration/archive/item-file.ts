/** Writes an item as a file of an archive: as schema.org for other programs, and exactly for Potluck. */

import { exactKey, type WrittenItem } from '../../../recipe-import/potluck-item.ts';
import type { Eventable, StepLink } from '../../items/eventable.ts';
import { toSchemaOrg } from '../../recipes/schema-org.ts';
import { mediumName } from './layout.ts';
import { itemOrigin, targetOrigin } from './origin.ts';

export const itemFileContext = [
  'https://schema.org',
  { potluck: 'https://w3id.org/potluck#', [exactKey]: { '@type': '@json' } },
];

/** `formerly` are the item's IRIs on earlier servers. */
export function toItemFile(item: Eventable, formerly: string[]): object {
  const { id, type, account, url, publishedAt, updatedAt, locale, media } = item;
  return {
    '@context': itemFileContext,
    '@type': schemaTypes[type],
    '@id': itemOrigin(account.id, { id, type }),
    ...(url && { url }),
    author: {
      '@type': 'Person',
      name: account.name || account.username,
      ...(account.url && { url: account.url }),
    },
    datePublished: publishedAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    ...(locale !== 'und' && { inLanguage: locale }),
    ...(media.length > 0 && {
      image: media.map(({ key, description, width, height }) => ({
        '@type': 'ImageObject',
        contentUrl: `../${mediumName(key)}`,
        ...(description && { description }),
        ...{ width, height },
      })),
    }),
    ...schemaOrgFields(item),
    [exactKey]: exactItem(item, formerly),
  };
}

const schemaTypes = {
  recipe: 'Recipe',
  preparation: 'CreativeWork',
  baking: 'CreativeWork',
  status: 'SocialMediaPosting',
};

function schemaOrgFields(item: Eventable): object {
  if (item.type === 'recipe') return toSchemaOrg(item);
  if (item.type === 'status') return { text: item.content };
  const { name, content, recipeIri, preparedAt } = item;
  return {
    name,
    ...(content && { description: content }),
    dateCreated: preparedAt.toISOString(),
    ...(recipeIri && { isBasedOn: recipeIri }),
  };
}

/** The exact item, which Potluck reads instead of the schema.org properties. */
export function exactItem(item: Eventable, formerly: string[]): WrittenItem {
  const { id, type, account, publication, visibility, locale, tags, content } = item;
  const common = {
    origin: itemOrigin(account.id, { id, type }),
    ...{ formerly, publication, visibility, locale, tags, content },
    createdAt: item.createdAt.toISOString(),
    publishedAt: item.publishedAt.toISOString(),
    media: item.media.map(({ key, description }) => ({ file: mediumName(key), description })),
  };
  switch (item.type) {
    case 'recipe':
      return {
        ...{ type: item.type, ...common, ...partsOf(item) },
        ...{ slug: item.slug, servingType: item.servingType, sourceUrl: item.sourceUrl },
        ...{ prepTime: item.prepTime, cookTime: item.cookTime, details: item.details },
        forkedFrom: targetOrigin(account.id, { id: null, type: null, iri: item.forkedFromIri }),
      };
    case 'preparation':
    case 'baking':
      return {
        ...{ type: item.type, ...common, ...partsOf(item), servingType: item.servingType },
        preparedAt: item.preparedAt.toISOString(),
        recipe: targetOrigin(account.id, { id: item.recipeId, type: 'recipe', iri: item.recipeIri }),
      };
    case 'status':
      return {
        ...{ type: item.type, ...common, sensitive: item.sensitive, spoilerText: item.spoilerText },
        inReplyTo: targetOrigin(account.id, {
          id: item.inReplyToId,
          type: item.inReplyToType,
          iri: item.inReplyToIri,
        }),
      };
  }
}

function partsOf({ name, serving, ingredients, steps, account }: Exclude<Eventable, { type: 'status' }>) {
  return {
    ...{ name, serving },
    ingredients: ingredients.map(({ id: _, position: __, ...ingredient }) => ingredient),
    steps: steps.map(({ id: _, position: __, contentHtml: ___, links, ...step }) => ({
      ...step,
      links: links.flatMap((link) => linkOf(account.id, link)),
    })),
  };
}

function linkOf(accountId: number, { serving, ...target }: StepLink) {
  const iri = targetOrigin(accountId, target);
  return iri === null ? [] : [{ iri, serving }];
}
