/** Builds the programs that pure code runs in threads of their own. */
export { buildServer as default } from './built-server.ts';
