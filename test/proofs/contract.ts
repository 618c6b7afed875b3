/** Lists the scope and the success status of each operation in the contract. */
import type { Access } from '../../src/http/route.ts';

const cooked = ['preparations', 'bakings'];
const items = ['recipes', ...cooked, 'statuses'];

const each = (nouns: string[], lines: string) => nouns.map((noun) => lines.replaceAll('{noun}', noun)).join('\n');

const text = `
public 200 GET /statuses/{}/context
read 200 GET /collections
write 201 POST /collections
read 200 GET /collections/{}
write 204 PATCH /collections/{}
write 204 DELETE /collections/{}
read 200 GET /collections/{}/items
write 201 POST /collections/{}/items/{}
write 204 DELETE /collections/{}/items/{}
${each(
  cooked,
  `write 204 POST /{noun}/{}/publish
write 204 DELETE /{noun}/{}/publish
public 200 GET /{noun}/{}/links`,
)}
public 200 GET /accounts/{}/recipes/{}
public 200 GET /recipes/{}/links
public 200 GET /recipes/{}/media
account:read 200 GET /blocks
account:write 201 POST /accounts/{}/block
account:write 204 DELETE /accounts/{}/block
account:read 200 GET /accounts/{}/followers
account:read 200 GET /accounts/{}/following
account:write 201 POST /accounts/{}/follow
account:write 204 DELETE /accounts/{}/follow
account:read 200 GET /accounts/relationships
account:read 200 GET /accounts/{}
account:read 200 GET /accounts/me
account:write 200 PATCH /accounts/me
account:write 202 DELETE /accounts/me
account:write 200 PUT /accounts/me/avatar
account:write 204 DELETE /accounts/me/avatar
account:write 200 PUT /accounts/me/header
account:write 204 DELETE /accounts/me/header
account:read 200 GET /follow_requests
account:write 204 POST /follow_requests/{}/authorize
account:write 204 POST /follow_requests/{}/reject
account:write 204 DELETE /accounts/{}/follower
public 200 GET /recommendations/trending/recipe
public 200 GET /recommendations/trending/preparation
public 200 GET /recommendations/trending/status
public 200 GET /recommendations/trending/account
public 200 GET /accounts/{}/timeline
read 200 GET /timeline
public 200 GET /timelines/public
write 201 POST /media
read 200 GET /notifications
read 200 GET /notifications/unread_count
write 204 POST /notifications/read
read 200 GET /search
public 200 GET /instance
${each(
  items,
  `read 200 GET /{noun}
write 201 POST /{noun}
public 200 GET /{noun}/{}
write 204 PATCH /{noun}/{}
write 204 DELETE /{noun}/{}
write 204 POST /{noun}/{}/boost
write 204 DELETE /{noun}/{}/boost
public 200 GET /{noun}/{}/boosts
write 204 POST /{noun}/{}/like
write 204 DELETE /{noun}/{}/like
public 200 GET /{noun}/{}/likes
public 200 GET /{noun}/{}/replies
write 201 POST /{noun}/{}/media
write 204 PATCH /{noun}/{}/media/{}
write 204 DELETE /{noun}/{}/media/{}`,
)}`;

export interface ContractOperation {
  scope: Access;
  status: number;
  method: string;
  /** The path without parameter names. */
  path: string;
}

export const contract: ContractOperation[] = text
  .trim()
  .split('\n')
  .map((line) => {
    const [scope = '', status, method = '', path = ''] = line.split(' ');
    return { scope: scope as Access, status: Number(status), method, path };
  });
