/** The caller's portrait. */
import { getAccount } from '../../domain/accounts/account.ts';
import { removeAvatar } from '../../domain/media/avatar.ts';
import { addAvatar } from '../../domain/media/upload.ts';
import { pictureUpload } from '../input/upload.ts';
import { accountOutput, toAccountOutput } from '../output/account.ts';
import { route } from '../route.ts';

const path = '/accounts/me/avatar';
const rule = 'the account itself';
const upload = 'avatar';

const putAvatar = route({
  method: 'put',
  path,
  summary: 'Set the portrait',
  scope: 'account:write',
  rule,
  upload,
  body: pictureUpload(upload),
  status: 200,
  answer: accountOutput,
  handler: async ({ caller, body }) => {
    await addAvatar(caller.accountId, body);
    return toAccountOutput(await getAccount(caller.accountId));
  },
});

const deleteAvatar = route({
  method: 'delete',
  path,
  summary: 'Show the portrait of nobody in particular again',
  scope: 'account:write',
  rule,
  status: 204,
  answer: null,
  handler: ({ caller }) => removeAvatar(caller.accountId),
});

export const avatar = [putAvatar, deleteAvatar];
