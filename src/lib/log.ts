/** Structured logs, one JSON object a line, with what is secret struck out. */
import pino from 'pino';
import { config } from './config.ts';

const secret = ['authorization', 'cookie', 'password', 'token', 'privateKey', 'secret'];

export const log = pino({
  level: config.logLevel,
  redact: { paths: secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[struck out]' },
});
