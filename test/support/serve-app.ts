/** Serves the app on a port, for a browser. */
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { testApp } from './as.ts';

/** Connections stay open: the server never closes one that a client is about to use again. */
export const serveApp = (port: number): Server =>
  serve({
    fetch: testApp().fetch,
    port,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
    serverOptions: { keepAliveTimeout: 0 },
  }) as Server;
