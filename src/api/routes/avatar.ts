/** Sets and removes the caller's profile picture. */
import { getAccount } from '../../domain/accounts/account.ts';
import { removeAvatar } from '../../domain/accounts/avatar.ts';
import { addAvatar } from '../../domain/media/upload.ts';
import { pictureUpload } from '../../http/input/upload.ts';
import { uploadLimit } from '../../http/rate-limits.ts';
import { route } from '../../http/route.ts';
import { accountOutput, toAccountOutput } from '../output/account.ts';

const path = '/accounts/me/avatar';
const rule = 'the account’s owner';
const upload = 'avatar';

const putAvatar = route({
  method: 'put',
  path,
  summary: 'Set the profile picture',
  scope: 'account:write',
  rule,
  upload,
  rateLimit: uploadLimit,
  body: pictureUpload(upload),
  status: 200,
  response: accountOutput,
  handler: async ({ caller, body }) => {
    await addAvatar(caller.accountId, body);
    return toAccountOutput(await getAccount(caller.accountId));
  },
});

const deleteAvatar = route({
  method: 'delete',
  path,
  summary: 'Remove the profile picture',
  scope: 'account:write',
  rule,
  status: 204,
  response: null,
  handler: ({ caller }) => removeAvatar(caller.accountId),
});

export const avatar = [putAvatar, deleteAvatar];
