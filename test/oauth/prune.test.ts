/** Expired codes, tokens, sessions and unused apps are deleted, but not too early. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { daysAgo } from '../support/age.ts';
import {
  approve,
  errorCodeOf,
  exchangeCode,
  publicClient,
  readAuthorizationResponse,
  refreshTokens,
  registerApp,
  startAuthorization,
} from '../support/oauth-app.ts';
import { browser, server, useMember } from './fixture.ts';

useMember();

test('a code is kept while a token of its family is valid, so that its reuse still revokes', async () => {
  const attempt = await startAuthorization(server, await registerApp(server, publicClient));
  const response = readAuthorizationResponse(attempt, await approve(browser, attempt));
  const tokens = await exchangeCode(attempt, response);
  await prisma().authorizationCode.updateMany({ data: { expiresAt: daysAgo(60) } });
  await prisma().oauthClient.updateMany({ data: { createdAt: daysAgo(60) } });
  await prisma().accessToken.updateMany({ data: { expiresAt: daysAgo(59) } });

  await prune();
  expect(await errorCodeOf(exchangeCode(attempt, response))).toBe('invalid_grant');
  expect(await errorCodeOf(refreshTokens(attempt, tokens.refresh_token!))).toBe('invalid_grant');
  const [family] = await prisma().refreshToken.findMany();
  expect(family?.revokedAt).not.toBeNull();
});

test('unused apps, expired sessions and long-expired tokens are deleted', async () => {
  await registerApp(server, publicClient);
  await prisma().session.updateMany({ data: { expiresAt: daysAgo(1) } });
  await prisma().refreshToken.updateMany({ data: { expiresAt: daysAgo(2) } });
  await prisma().accessToken.updateMany({ data: { revokedAt: daysAgo(2) } });
  await prune();

  const left = [prisma().session, prisma().refreshToken, prisma().accessToken, prisma().authorizationCode];
  for (const table of left) expect(await (table as { count(): Promise<number> }).count()).toBe(0);
  const [young] = await prisma().oauthClient.findMany();
  expect(await prisma().oauthClient.count()).toBe(1);

  await prisma().oauthClient.updateMany({ where: { id: young!.id }, data: { createdAt: daysAgo(31) } });
  await prune();
  expect(await prisma().oauthClient.count()).toBe(0);
});
