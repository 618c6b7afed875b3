/** Sets and removes the pictures of the caller's profile: the avatar and the header. */
import { getAccount } from '../../domain/accounts/account.ts';
import { type ProfilePicture, removeProfilePicture } from '../../domain/accounts/profile-pictures.ts';
import { addProfilePicture } from '../../domain/media/upload.ts';
import { pictureUpload } from '../../http/input/upload.ts';
import { uploadLimit } from '../../http/rate-limits.ts';
import { type Route, route } from '../../http/route.ts';
import { accountDetailsOutput, toAccountDetails } from '../output/account-details.ts';

const rule = 'the account’s owner';

const setAndRemove = (slot: ProfilePicture, name: string): Route[] => [
  route({
    method: 'put',
    path: `/accounts/me/${slot}`,
    summary: `Set the ${name}`,
    scope: 'account:write',
    rule,
    upload: slot,
    rateLimit: uploadLimit,
    body: pictureUpload(slot),
    status: 200,
    response: accountDetailsOutput,
    handler: async ({ caller, body }) => {
      await addProfilePicture(caller.accountId, slot, body);
      return toAccountDetails(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'delete',
    path: `/accounts/me/${slot}`,
    summary: `Remove the ${name}`,
    scope: 'account:write',
    rule,
    status: 204,
    response: null,
    handler: ({ caller }) => removeProfilePicture(caller.accountId, slot),
  }),
];

export const profilePictures = [
  ...setAndRemove('avatar', 'profile picture'),
  ...setAndRemove('header', 'wide picture above the profile'),
];
