/** The configuration is read once, and reports all errors together. */
import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from '../../src/lib/config.ts';

const wrongOf = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
};

test('all errors are reported together, including conflicts between settings', () => {
  const wrong = wrongOf({
    NODE_ENV: 'production',
    PORT: 'many',
    RATE_LIMITS: 'off',
    S3_BUCKET: 'No_Bucket',
    S3_ENDPOINT: 'store.example',
    S3_ACCESS_KEY_ID: 'id',
    S3_PATH_STYLE: 'maybe',
  });
  expect([...new Set(wrong.map((line) => line.split(':')[0]))]).toEqual([
    'PORT',
    'S3_BUCKET',
    'S3_ENDPOINT',
    'S3_PATH_STYLE',
    'RATE_LIMITS',
    'S3_SECRET_ACCESS_KEY',
  ]);
});

test('bucket settings must be complete or absent', () => {
  expect(parseConfig({}).s3).toBeUndefined();
  expect(wrongOf({ S3_BUCKET: 'pictures' })).toHaveLength(2);
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  expect(wrongOf({ ...keys, S3_ENDPOINT: 'https://store.example' })).toHaveLength(1);
  expect(parseConfig({ ...keys, S3_BUCKET: 'pictures', S3_REGION: 'eu-west-3' }).s3).toEqual({
    bucket: 'pictures',
    endpoint: 'https://s3.eu-west-3.amazonaws.com',
    region: 'eu-west-3',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    pathStyle: true,
  });
});
