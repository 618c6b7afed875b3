/** What was promised of each operation: the scope that opens it, and its answer when all goes well. */
import type { Access } from '../../src/http/route.ts';

const items = ['recipes', 'preparations', 'bakings', 'statuses'];

const each = (lines: string) => items.map((item) => lines.replaceAll('{item}', item)).join('\n');

const text = `
write 201 POST /statuses
read 200 GET /statuses
public 200 GET /statuses/{}
write 204 PATCH /statuses/{}
write 204 DELETE /statuses/{}
public 200 GET /statuses/{}/context
read 200 GET /collections
write 201 POST /collections
read 200 GET /collections/{}
write 204 PATCH /collections/{}
write 204 DELETE /collections/{}
read 200 GET /collections/{}/items
write 201 POST /collections/{}/items/{}
write 204 DELETE /collections/{}/items/{}
read 200 GET /preparations
write 201 POST /preparations
public 200 GET /preparations/{}
write 204 PATCH /preparations/{}
write 204 DELETE /preparations/{}
write 204 POST /preparations/{}/publish
write 204 DELETE /preparations/{}/publish
public 200 GET /preparations/{}/links
read 200 GET /bakings
write 201 POST /bakings
public 200 GET /bakings/{}
write 204 PATCH /bakings/{}
write 204 DELETE /bakings/{}
write 204 POST /bakings/{}/publish
write 204 DELETE /bakings/{}/publish
public 200 GET /bakings/{}/links
read 200 GET /recipes
write 201 POST /recipes
public 200 GET /recipes/{}
write 204 PATCH /recipes/{}
write 204 DELETE /recipes/{}
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
${each(`write 204 POST /{item}/{}/boost
write 204 DELETE /{item}/{}/boost
public 200 GET /{item}/{}/boosts
write 204 POST /{item}/{}/like
write 204 DELETE /{item}/{}/like
public 200 GET /{item}/{}/likes
public 200 GET /{item}/{}/replies
write 201 POST /{item}/{}/media
write 204 PATCH /{item}/{}/media/{}
write 204 DELETE /{item}/{}/media/{}`)}`;

export interface Promised {
  scope: Access;
  status: number;
  method: string;
  /** Without the names of its parameters. */
  path: string;
}

export const contract: Promised[] = text
  .trim()
  .split('\n')
  .map((line) => {
    const [scope = '', status, method = '', path = ''] = line.split(' ');
    return { scope: scope as Access, status: Number(status), method, path };
  });
