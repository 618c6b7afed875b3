/** Token authentication and its errors. Scopes and permissions of every route are proved in test/proofs. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mountApi } from '../../src/api/mount.ts';
import { describeApi } from '../../src/api/openapi.ts';
import { routes } from '../../src/api/routes.ts';
import { prisma } from '../../src/db/client.ts';
import { createToken, findToken, revokePersonalToken, type Scope } from '../../src/domain/access/tokens.ts';
import { type Route, route } from '../../src/http/route.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { anyone, as, request, withToken } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const concrete = ({ path }: Route) => path.replaceAll(/\{\w+\}/g, '1');
const tokenFor = (...granted: Scope[]) => createToken({ accountId: cast.ann.id, scopes: granted });

test('a bad token is refused on public routes too, and a missing one points to the authorization server', async () => {
  for (const one of routes) {
    const headers = { authorization: 'Bearer pl_wrong' };
    const answer = await request(one.method.toUpperCase(), concrete(one), { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  }
  const nobody = await anyone.get('/timeline');
  expect(nobody.headers.get('www-authenticate')).toBe(
    'Bearer realm="Potluck", resource_metadata="https://cook.example/.well-known/oauth-protected-resource", scope="read"',
  );
});

test('a route without access rules cannot be mounted', () => {
  for (const missing of ['method', 'path', 'scope', 'rule', 'summary'] as const) {
    const incomplete = { ...routes[0]!, [missing]: undefined } as unknown as Route;
    const section = { name: 'Test', description: 'Test', routes: [incomplete] };
    expect(() => mountApi([section], () => describeApi([]))).toThrow('must be declared');
  }
  // @ts-expect-error a declaration without scope and rule does not compile
  route({ method: 'get', path: '/x', summary: 'x', status: 204, response: null, handler: async () => {} });
});

describe('a token', () => {
  test('stops working at once when it is revoked, it expires or its account is suspended', async () => {
    const revoked = await tokenFor('read');
    expect((await withToken(revoked).get('/timeline')).status).toBe(200);
    const { accountId, id } = (await findToken(revoked))!;
    await revokePersonalToken(accountId, id);
    expect((await withToken(revoked).get('/timeline')).status).toBe(401);

    const expired = await createToken({
      accountId: cast.ann.id,
      scopes: ['read'],
      expiresAt: new Date(Date.now() - 1),
    });
    expect((await withToken(expired).get('/timeline')).status).toBe(401);

    const working = await createToken({ accountId: cast.cy.id, scopes: ['read'] });
    await suspend(cast.cy.id);
    expect((await withToken(working).get('/timeline')).status).toBe(401);
    await unsuspend(cast.cy.id);
    expect((await withToken(working).get('/timeline')).status).toBe(200);
  });

  test('is stored only as a hash', async () => {
    const token = await tokenFor('read');
    expect(token).toMatch(/^pl_[A-Za-z0-9_-]{43}$/);
    const tokens = await prisma().accessToken.findMany({ where: { accountId: cast.ann.id } });
    expect(tokens.map(({ hash }) => Buffer.from(hash))).toContainEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(tokens, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toContain(
      token,
    );
  });

  test('is read from the header only', async () => {
    const token = await tokenFor('read');
    expect((await anyone.get(`/timeline?access_token=${token}`)).status).toBe(401);
    for (const authorization of [`bearer ${token}`, `Bearer   ${token}`]) {
      expect((await request('GET', '/timeline', { headers: { authorization } })).status).toBe(200);
    }
    for (const authorization of [token, `Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token} x`]) {
      expect((await request('GET', '/timeline', { headers: { authorization } })).status).toBe(401);
    }
  });

  test('without the read scope sees what an anonymous viewer sees', async () => {
    const { body } = await as(cast.ann).post('/recipes', { name: 'Secret', visibility: 'private' });
    expect((await withToken(await tokenFor('write')).get(`/recipes/${body.id}`)).status).toBe(404);
    const seen = await withToken(await tokenFor('read')).get(`/recipes/${body.id}`);
    expect(seen.status).toBe(200);
    expect(seen.headers.get('cache-control')).toBe('private, no-store');
    expect(seen.headers.get('vary')).toBe('Authorization');
  });

  test('can only be created for known scopes', async () => {
    await expect(createToken({ accountId: cast.ann.id, scopes: ['read', 'admin'] })).rejects.toThrow('scope');
    await expect(createToken({ accountId: cast.ann.id, scopes: [] })).rejects.toThrow('scope');
  });
});
