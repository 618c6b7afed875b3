/** Deletes all rows of some kinds, so that the tests of a file do not see each other's. */
import { query } from './database-connection.ts';

const tables = {
  blocks: 'block',
  'domain blocks': 'account_domain_block',
  filters: 'filter',
  follows: 'follow',
  'follow requests': 'follow_request',
  invitations: 'invitation',
  items: 'eventable',
  jobs: 'outbox',
  'key values': 'key_value',
  likes: '"like"',
  mails: 'mail',
  mutes: 'mute',
  notifications: 'notification',
  reports: 'report',
  'search words': 'search_word',
  settings: 'setting',
  'tag follows': 'tag_follow',
};

export async function deleteAll(...kinds: (keyof typeof tables)[]): Promise<void> {
  const statements = kinds.map((kind) => `DELETE FROM ${tables[kind]}`);
  if (kinds.includes('follows')) statements.push('UPDATE account SET followers_count = 0, following_count = 0');
  await query(statements.join('; '));
}
