/** Visits every page in a real browser, in full on a server that was just started in an empty folder. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { findChromium } from '../support/find-chromium.ts';
import { openNetwork } from '../support/network.ts';
import { scratchFolder } from '../support/scratch.ts';
import { isFull } from '../support/test-length.ts';
import { openBrowserUser } from './walk/browser-user.ts';
import type { WalkContext } from './walk/context.ts';
import { setLogInAge } from './walk/log-in-age.ts';
import { steps } from './walk/steps.ts';

const executablePath = findChromium();

describe.runIf(executablePath !== null)('in a browser', () => {
  const network = openNetwork();
  const scratch = scratchFolder('walk-mail');
  const world = {} as WalkContext;
  let browser: Browser;

  beforeAll(async () => {
    const [own, databaseUrl] = await Promise.all(
      ['walk_alpha', 'walk_beta'].map((name) => createDatabase(inject('testServer'), name)),
    );
    const mailFolder = join(scratch, 'messages');
    const start = isFull ? { isFirstStart: true } : { databaseUrl: own };
    const [alpha, beta, opened] = await Promise.all([
      network.start({ name: 'alpha', env: { MAIL_FOLDER: mailFolder }, ...start }),
      network.start({ name: 'beta', databaseUrl }),
      // A context that ignores certificate errors still refuses them for service workers.
      chromium.launch({
        executablePath: executablePath!,
        args: ['--ignore-certificate-errors', network.chromiumTrust, '--disable-gpu'],
      }),
    ]);
    browser = opened;
    const [ann, guest] = await Promise.all([
      openBrowserUser(browser, alpha.origin),
      openBrowserUser(browser, alpha.origin),
    ]);
    const members = await beta.createMembers(['bo', 'mallory']);
    const [bo, mallory] = members.map(({ token }) => beta.api(token));
    Object.assign(world, { mailFolder, alpha, beta, ann, guest, bo, mallory, me: 'ann', tokens: new Map() });
  });
  afterAll(async () => {
    await browser?.close();
    await network.close();
    rmSync(scratch, { recursive: true });
  });

  const takeFaults = () => {
    const users = [world, world.plain].flatMap((each) => (each ? [each.ann, each.guest] : []));
    return users.flatMap(({ faults }) => faults.splice(0));
  };
  // A step that failed leaves faults, which the next one did not cause.
  afterEach(() => void takeFaults());

  for (const { name, run } of steps) {
    test(name, async () => {
      // A slow machine must not decide on which pages a password is asked for.
      await setLogInAge(world.alpha, 0);
      await run(world);
      expect(takeFaults().join('; ')).toBe('');
    });
  }
});
