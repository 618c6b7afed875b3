/** Steps for documentation, missing pages, pages of members, and app consent. */
import { expect } from 'vitest';
import type { Step } from './context.ts';

export const otherPageSteps: Step[] = [
  {
    name: 'documentation and missing pages can be read',
    isLong: true,
    run: async ({ guest }) => {
      await guest.open('/api/docs', 'docs');
      await guest.open('/nothing/here', 'not-found', 404);
      await guest.open('/@nobody', 'nobody', 404);
    },
  },
  {
    name: 'people discover recipes, and Ann follows a hashtag',
    isLong: true,
    run: async ({ ann, guest }) => {
      await guest.open('/explore', 'explore');
      await guest.open('/explore/quick', 'explore-quick');
      await ann.open('/tags/bread', 'tag');
      await ann.press('Follow');
      await ann.open('/tags', 'followed-tags');
    },
  },
  {
    name: 'Ann can open the pages of members',
    run: async ({ ann, recipe }) => {
      for (const path of ['/home', '/write', '/drafts', '/write/recipe', '/write/post', '/write/cooked'])
        await ann.open(path, `member${path.replaceAll('/', '-')}`);
      await ann.open(recipe, 'member-recipe');
      await ann.open('/@ann/posts', 'member-posts');
    },
  },
  {
    name: 'an app asks Ann for access',
    isLong: true,
    run: async ({ alpha, ann }) => {
      const redirect_uri = 'https://app.example/back';
      const scope = 'read write account:read account:write';
      const registered = await alpha.api().post(`${alpha.origin}/oauth/register`, {
        client_name: '<script>alert(1)</script>',
        redirect_uris: [redirect_uri],
        scope,
        token_endpoint_auth_method: 'none',
      });
      expect(registered.status, JSON.stringify(registered.body)).toBe(201);
      const asked = new URLSearchParams({
        client_id: registered.body.client_id,
        redirect_uri,
        scope,
        state: 'x',
        response_type: 'code',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      await ann.open(`/oauth/authorize?${asked}`, 'consent');
    },
  },
];
