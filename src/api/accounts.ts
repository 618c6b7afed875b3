/** Routes on accounts: the caller’s own with its pictures and moves, and those of others. */
import { z } from '@hono/zod-openapi';
import { type Account, findAccount, findAccountByHandle, getAccount } from '../domain/accounts/account.ts';
import { deleteAccount } from '../domain/accounts/delete.ts';
import { type ProfilePicture, removeProfilePicture, updateProfile } from '../domain/accounts/profile.ts';
import { lookUpAccountAndWait } from '../domain/accounts/remote.ts';
import { addProfilePicture } from '../domain/media/media.ts';
import { moveAway, moveBack, setAliases } from '../domain/migration/move.ts';
import { password, requirePassword } from '../http/browser-session.ts';
import { aliases, confirmedMove, profileChanges, profileOf, quotePolicy } from '../http/input/account.ts';
import { pictureUpload, wrapped } from '../http/input/fields.ts';
import { pictureUrls } from '../http/media.ts';
import { id } from '../http/pagination.ts';
import { lookUpLimit, uploadLimit } from '../http/rate-limits.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { accountOutput, toAccountOutput } from './output.ts';

// Serialises one account with its header and the account it has moved to

const accountDetailsOutput = namedSchema(
  'account_details_output',
  accountOutput.extend({
    header: z
      .object({ original: z.url(), medium: z.url(), small: z.url() })
      .optional()
      .openapi({ description: 'The wide picture above the profile, if there is one' }),
    moved_to: accountOutput.optional().openapi({ description: 'Only present if the account has moved' }),
  }),
  schemaExample(accountOutput),
);

async function toAccountDetails(account: Account): Promise<z.output<typeof accountDetailsOutput>> {
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const hidden = !target || target.deletedAt || target.suspendedAt;
  return {
    ...toAccountOutput(account),
    ...(account.headerKey && { header: pictureUrls(account.headerKey) }),
    ...(!hidden && { moved_to: toAccountOutput(target) }),
  };
}

// Serialises the caller's own account with its private settings

const ownAccountOutput = namedSchema(
  'own_account_output',
  accountDetailsOutput.extend({
    locked: z.boolean().openapi({ description: 'Each follower must be approved' }),
    discoverable: z.boolean(),
    indexable: z.boolean(),
    locale: z.string(),
    recipes_as_articles: z.boolean(),
    quote_policy: quotePolicy.openapi({ description: 'Who may quote public and unlisted items' }),
    also_known_as: z.array(z.string()).openapi({ description: 'Aliases: accounts that may move to this one' }),
  }),
  {
    ...schemaExample(accountDetailsOutput),
    locked: false,
    discoverable: true,
    indexable: true,
    locale: 'en',
    recipes_as_articles: false,
    quote_policy: 'everyone',
    also_known_as: ['https://other.example/users/ann'],
  },
);

const toOwnAccountOutput = async (account: Account): Promise<z.output<typeof ownAccountOutput>> => ({
  ...(await toAccountDetails(account)),
  locked: account.locked,
  discoverable: account.discoverable,
  indexable: account.indexable,
  locale: account.locale,
  recipes_as_articles: account.recipesAsArticles,
  quote_policy: account.quotePolicy,
  also_known_as: account.alsoKnownAs,
});

// Reads, changes, moves and deletes the caller's own account, and looks up local and remote accounts

const path = '/accounts/me';
const rule = 'the account’s owner';

const deletion = wrapped(
  'account',
  namedSchema('account_deletion_input', z.object({ password }), { password: 'correct horse battery staple' }),
);

const showOwn = async (accountId: number) => toOwnAccountOutput(await getAccount(accountId));

const pictureRoutes = (slot: ProfilePicture, name: string): Route[] => [
  route({
    method: 'put',
    path: `${path}/${slot}`,
    summary: `Set the ${name}`,
    scope: 'account:write',
    rule,
    upload: slot,
    rateLimit: uploadLimit,
    body: pictureUpload(slot),
    response: accountDetailsOutput,
    handler: async ({ caller, body }) => {
      await addProfilePicture(caller.accountId, slot, body);
      return toAccountDetails(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'delete',
    path: `${path}/${slot}`,
    summary: `Remove the ${name}`,
    scope: 'account:write',
    rule,
    handler: ({ caller }) => removeProfilePicture(caller.accountId, slot),
  }),
];

export const accounts: Route[] = [
  route({
    method: 'get',
    path,
    summary: 'Get the caller’s account',
    scope: 'account:read',
    rule,
    response: ownAccountOutput,
    handler: ({ caller }) => showOwn(caller.accountId),
  }),
  route({
    method: 'patch',
    path,
    summary: 'Update the caller’s profile and settings',
    scope: 'account:write',
    rule,
    body: profileChanges,
    response: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await updateProfile(caller.accountId, profileOf(body));
      return showOwn(caller.accountId);
    },
  }),
  route({
    method: 'delete',
    path,
    summary: 'Delete the caller’s account and everything it published. This cannot be undone.',
    details:
      'Needs the password, so that a stolen token is not enough. The token becomes invalid at once, and nobody ' +
      'sees the account or what it published any more. A job erases it all, which takes some hours for a ' +
      'million items, and other servers are told to delete it.',
    scope: 'account:write',
    rule,
    body: deletion,
    errors: ['conflict'],
    status: 202,
    response: namedSchema('deleted_account_output', z.object({ id }), { id: 3 }),
    handler: async ({ caller, body }) => {
      const guesser = `apps of ${caller.accountId}`;
      await requirePassword(caller.accountId, { given: body.password, field: 'password', guesser });
      await deleteAccount(caller.accountId);
      return { id: caller.accountId };
    },
  }),
  ...pictureRoutes('avatar', 'profile picture'),
  ...pictureRoutes('header', 'wide picture above the profile'),
  route({
    method: 'put',
    path: `${path}/aliases`,
    summary: 'Replace the list of accounts that may move to this one',
    scope: 'account:write',
    rule,
    body: aliases,
    rateLimit: lookUpLimit,
    response: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await setAliases(caller.accountId, body.aliases);
      return showOwn(caller.accountId);
    },
  }),
  route({
    method: 'post',
    path: `${path}/move`,
    summary:
      'Move to an account that lists this one as an alias. Followers are moved, and this account can no longer ' +
      'publish.',
    scope: 'account:write',
    rule,
    body: confirmedMove,
    rateLimit: lookUpLimit,
    response: ownAccountOutput,
    handler: async ({ caller, body }) => {
      const guesser = `apps of ${caller.accountId}`;
      await requirePassword(caller.accountId, { given: body.password, field: 'password', guesser });
      await moveAway(caller.accountId, body.target);
      return showOwn(caller.accountId);
    },
  }),
  route({
    method: 'delete',
    path: `${path}/move`,
    summary: 'Cancel a move: publish here again. Followers do not come back automatically.',
    scope: 'account:write',
    rule,
    handler: ({ caller }) => moveBack(caller.accountId),
  }),
  route({
    method: 'get',
    path: '/accounts/{id_or_username}',
    summary: 'Get an account by id, name or name@host',
    details:
      'A remote account that is not known yet is fetched from its server, which may take seconds. The response ' +
      'is 404 if there is no such account. `state` says how much has been fetched: only the address is known, ' +
      'because the server does not answer (`unknown`), the profile is known and the latest posts are being ' +
      'fetched (`loading`), or everything is there (`loaded`).',
    scope: 'account:read',
    rule: 'any account',
    params: z.object({
      id_or_username: z.string().openapi({ description: 'Id, `name` or `name@host`', example: 'bo@other.example' }),
    }),
    response: accountDetailsOutput,
    looksUp: async ({ params: { id_or_username: name } }) =>
      name.includes('@') && (await findAccountByHandle(name))?.state !== 'loaded',
    handler: async ({ params }) => toAccountDetails(await lookUpAccountAndWait(params.id_or_username)),
  }),
];
