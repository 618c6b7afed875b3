/** Checks that no text of a local or remote account becomes markup of a page. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { useDatabase } from '../support/database-connection.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { getPage, jsonLdOf } from '../support/get-page.ts';
import { insertPicture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';

useDatabase();
const payload = `"'></script></title></style><script>alert(1)</script><img src=x onerror=alert(1)><!--\u2028]]>`;
const evilUrl = 'javascript:alert(1)//"><script>alert(1)</script>';
let ann: Account;
let remoteId: number;

beforeAll(async () => {
  ann = await register({ username: 'ann', name: payload });
  await updateProfile(ann.id, { summary: payload });
  await createRecipe(ann.id, {
    ...pizzaDough,
    name: `Dough ${payload}`,
    description: payload,
    servingType: 'servings',
    ingredients: [{ ...pizzaDough.ingredients[0]!, name: payload, note: payload, group: payload, unit: payload }],
    steps: [
      {
        name: payload,
        content: payload,
        duration: 5,
        ingredientPositions: [0],
        links: [{ target: { iri: 'https://elsewhere.example/x' }, serving: null }],
      },
    ],
    tags: [payload],
    sourceUrl: 'https://example.com/',
  });
  await createStatus(ann.id, {
    content: payload,
    visibility: 'public',
    locale: null,
    sensitive: true,
    spoilerText: payload,
    inReplyToId: null,
  });
  remoteId = await plantRemote();
});

/** Inserts the worst values into every column that a page links to or shows unescaped, past all input checks. */
async function plantRemote(): Promise<number> {
  const { id: accountId } = await upsertAccount('eve', 'elsewhere.example', { url: evilUrl, name: payload });
  const { id } = await prisma().eventable.create({
    data: {
      type: 'recipe',
      accountId,
      iri: 'https://elsewhere.example/r',
      url: evilUrl,
      name: payload,
      content: payload,
      contentHtml: '<p>soup</p>',
      serving: 1,
      servingType: payload,
      sourceUrl: evilUrl,
      forkedFromIri: evilUrl,
      tags: [payload],
    },
  });
  const remoteUrl = 'https://elsewhere.example/p';
  await insertPicture(accountId, Number(id), { state: 'pending', description: payload, remoteUrl });
  return Number(id);
}

test('names, texts, alt texts, tags and URLs of attackers are shown as text', async () => {
  const status = await prisma().eventable.findFirst({ where: { type: 'status' } });
  const { slug } = await prisma().eventable.findFirstOrThrow({ where: { slug: { not: null } } });
  const pages = [
    '/',
    '/@ann',
    '/@ann/posts',
    `/@ann/recipes/${slug}`,
    `/@ann/recipes/${slug}?serving=3&units=us`,
    `/@ann/statuses/${status!.id}`,
    '/@eve@elsewhere.example',
    `/@eve@elsewhere.example/recipes/${remoteId}`,
    `/tags/${encodeURIComponent(payload)}`,
    `/@${encodeURIComponent(payload)}`,
  ];
  for (const path of pages) {
    const { html, headers } = await getPage(path);
    expect(forbiddenContentIn(html), path).toEqual([]);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; (?!.*(?:unsafe|\*))/,
    );
  }
  const { html } = await getPage(`/@ann/recipes/${slug}`);
  expect(jsonLdOf(html)!.name).toBe(`Dough ${payload}`);
});

test('a remote item links to its server, and is not indexed by search engines', async () => {
  const { html, headers } = await getPage(`/@eve@elsewhere.example/recipes/${remoteId}`);
  expect(html).toContain('From <strong>elsewhere.example</strong>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(headers.get('link')).toBeNull();
  expect(jsonLdOf(html)).toBeNull();
});
