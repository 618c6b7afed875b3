/** What an archive says of itself to who opens it. */

export const readMe = `All of an account of a Potluck server.

recipes/*.json        each recipe as schema.org JSON-LD, which other recipe programs read
preparations/, bakings/, statuses/
                      what was cooked and written, as JSON-LD
media/                the pictures, largest size; what is said of each stands with its item
profile.json          the profile
following_accounts.csv, blocked_accounts.csv
                      as Mastodon exports and imports them
collections.json      collections, with the addresses of what they hold
likes.json            addresses of what was liked
actor.json, outbox.json
                      profile and items as ActivityPub
potluck.json          what is in here, by name and address

"potluck:item" in each item is the item to the last fraction: exact amounts, Markdown, which ingredient belongs to which
step, links between items. Import this file at Settings, Import, or with: npm run cli -- account import NAME FILE
Private items and drafts are among them: keep the file safe.
`;
