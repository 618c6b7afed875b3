/** S11: the queue's server is killed, loses its data and freezes while members publish. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRedis } from '../../support/redis.ts';
import { judge } from '../judge.ts';
import { needsOneAttempt, publishDuring } from '../pace.ts';
import { type PostgresProcess, query, startPostgres } from '../postgres-process.ts';
import { startTcpProxy } from '../proxy.ts';
import type { Scenario, Stage } from '../scenario.ts';
import { fault, openWorld, type World } from '../world.ts';
