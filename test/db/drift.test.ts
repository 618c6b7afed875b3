/** Checks that the migrations result in the schema of schema.prisma. */
import { expect, inject, test } from 'vitest';
import { findDifference } from '../../prisma/difference.ts';
import { createEmptyDatabase } from '../support/database.ts';

test('migrations and schema.prisma agree', async () => {
  const url = await createEmptyDatabase(inject('testServer'), `drift_${process.env.VITEST_POOL_ID}`);
  expect(await findDifference(url)).toBe('');
});
