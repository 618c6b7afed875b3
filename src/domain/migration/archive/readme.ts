/** The README.txt in an archive. */

export const readme = `An account of a Potluck server, complete.

recipes/*.json        each recipe as schema.org JSON-LD, which other recipe programs read; drafts, too
preparations/, bakings/, statuses/
                      preparations, bakings and posts as JSON-LD
media/                the pictures in their largest size; their alt texts are in the items
profile.json          the profile
following_accounts.csv, blocked_accounts.csv, muted_accounts.csv, blocked_domains.csv
                      as Mastodon exports and imports them
collections.json      collections, with the IRIs of their items, in order, and notes
notes.json            private notes, with the IRIs of their recipes
shopping_list.json    the shopping list, with amounts as fractions
filters.json          filters: words that the member does not want to read
followed_tags.csv     followed hashtags, one per line
likes.json            IRIs of liked items
moderator_access.json when moderators or the operator of the server read private items, which ones and why
actor.json, outbox.json
                      profile and items as ActivityPub
potluck.json          the list of items, by file and IRI

"potluck:item" in each item is the exact item: amounts as fractions, Markdown, which ingredient belongs to which
step, links between items. Import this file at Settings, Import, or with: npm run cli -- account import NAME FILE
It contains private items and drafts: keep the file safe.
`;
