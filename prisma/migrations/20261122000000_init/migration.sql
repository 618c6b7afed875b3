-- Creates the whole schema, grouped by noun. Foreign keys, CHECKs and indexes stand with their table.

-- Accounts ----------------------------------------------------------------------------------------

CREATE TYPE account_state AS ENUM ('unknown', 'loading', 'loaded');
CREATE TYPE actor_type AS ENUM ('Person', 'Service', 'Application', 'Group', 'Organization');
CREATE TYPE quote_policy AS ENUM ('everyone', 'followers', 'nobody');

-- A local account (its host is empty) or an account on another server.
CREATE TABLE account (
  id bigserial PRIMARY KEY,
  handle text,
  username text NOT NULL DEFAULT '',
  host text NOT NULL DEFAULT '',
  iri text,
  url text,
  state account_state NOT NULL DEFAULT 'unknown',
  actor_type actor_type NOT NULL DEFAULT 'Person',
  name text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  summary_html text NOT NULL DEFAULT '',
  locale text NOT NULL DEFAULT 'und',
  inbox text,
  shared_inbox text,
  outbox text,
  followers_iri text,
  following_iri text,
  featured_iri text,
  avatar_key text,
  avatar_url text,
  avatar_description text,
  avatar_blurhash text,
  header_key text,
  locked boolean NOT NULL DEFAULT false,
  discoverable boolean NOT NULL DEFAULT true,
  indexable boolean NOT NULL DEFAULT true,
  recipes_as_articles boolean NOT NULL DEFAULT false,
  quote_policy quote_policy NOT NULL DEFAULT 'everyone',
  also_known_as text[] DEFAULT ARRAY[]::text[],
  moved_to_id bigint REFERENCES account ON DELETE SET NULL ON UPDATE CASCADE,
  followers_count integer NOT NULL DEFAULT 0,
  following_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  suspended_at timestamptz(3),
  suspended_by_host boolean NOT NULL DEFAULT false,
  deleted_at timestamptz(3),
  fetched_at timestamptz(3),
  fetch_failures integer NOT NULL DEFAULT 0,
  next_fetch_at timestamptz(3),
  outbox_read_at timestamptz(3),
  fetch_misses integer NOT NULL DEFAULT 0,
  domain_blocked boolean NOT NULL DEFAULT false,
  limited_at timestamptz(3),
  domain_limited boolean NOT NULL DEFAULT false,
  media_rejected boolean NOT NULL DEFAULT false,
  CONSTRAINT account_local_is_complete CHECK (host <> '' OR handle IS NULL OR deleted_at IS NOT NULL
    OR (state = 'loaded' AND iri IS NOT NULL AND handle = username AND username ~ '^[a-z0-9_]{1,30}$' AND username !~ '^[0-9]+$')),
  CONSTRAINT account_remote_handle_has_host CHECK (host = '' OR handle IS NULL OR handle LIKE '%@%'),
  CONSTRAINT account_known_has_iri CHECK (state = 'unknown' OR iri IS NOT NULL),
  CONSTRAINT account_counts CHECK (followers_count >= 0 AND following_count >= 0)
);
CREATE UNIQUE INDEX account_handle_key ON account (handle);
CREATE UNIQUE INDEX account_iri_key ON account (iri);
CREATE INDEX account_moved_to_id_idx ON account (moved_to_id);
CREATE INDEX account_host_idx ON account (host);
CREATE INDEX account_next_fetch_at_idx ON account (next_fetch_at);
CREATE INDEX account_url ON account USING hash (url) WHERE url IS NOT NULL;

CREATE TYPE member_role AS ENUM ('member', 'moderator', 'admin', 'owner');
CREATE TYPE member_state AS ENUM ('active', 'disabled');

-- The login and the role of a local account.
CREATE TABLE member (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  email text,
  email_confirmed_at timestamptz(3),
  new_email text,
  unsubscribed text[] NOT NULL DEFAULT '{digest}',
  language text,
  time_zone text,
  password_hash text NOT NULL,
  role member_role NOT NULL DEFAULT 'member',
  state member_state NOT NULL DEFAULT 'active',
  filters_version bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  digest_at timestamptz(3),
  invited_by_id bigint REFERENCES account ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX member_invited_by_id_idx ON member (invited_by_id);

-- A link with which a member lets others sign up, also where sign-up is closed.
CREATE TABLE invitation (
  id bigserial PRIMARY KEY,
  code text NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  max_uses integer NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  autofollow boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX invitation_code_key ON invitation (code);
CREATE INDEX invitation_account_id_idx ON invitation (account_id);
CREATE INDEX invitation_expires_at_idx ON invitation (expires_at);

CREATE TYPE filter_action AS ENUM ('warn', 'hide');
CREATE TYPE filter_context AS ENUM ('home', 'notifications', 'public', 'thread', 'account');

-- What a member does not want to read. `keywords` is a list of {"phrase", "wholeWord"}.
CREATE TABLE filter (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  title text NOT NULL,
  contexts filter_context[] NOT NULL,
  action filter_action NOT NULL,
  keywords jsonb NOT NULL,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT filter_title CHECK (title <> ''),
  CONSTRAINT filter_contexts CHECK (cardinality(contexts) > 0),
  CONSTRAINT filter_keywords CHECK (jsonb_typeof(keywords) = 'array' AND jsonb_array_length(keywords) BETWEEN 1 AND 100)
);
CREATE INDEX filter_account_id_id_idx ON filter (account_id, id);

-- A sign-up that waits for the confirmation of its e-mail address or for an administrator's approval.
CREATE TABLE application (
  id bigserial PRIMARY KEY,
  username text NOT NULL,
  email text,
  awaits_confirmation boolean NOT NULL DEFAULT false,
  email_confirmed_at timestamptz(3),
  password_hash text NOT NULL,
  reason text NOT NULL,
  language text,
  invited_by_id bigint REFERENCES account ON DELETE SET NULL ON UPDATE CASCADE,
  follows_inviter boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX application_invited_by_id_idx ON application (invited_by_id);
CREATE UNIQUE INDEX application_username_key ON application (username);

-- An e-mail that is to be sent. Once it was sent, the row keeps neither address nor data.
CREATE TABLE mail (
  id bigserial PRIMARY KEY,
  account_id bigint REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  address text NOT NULL,
  data jsonb NOT NULL,
  language text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at timestamptz(3)
);
CREATE INDEX mail_account_id_idx ON mail (account_id);

-- A log-in with a browser.
CREATE TABLE login (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX login_account_id_id_idx ON login (account_id, id DESC);

-- The authenticator app of a member. The secret is encrypted.
CREATE TABLE totp (
  account_id bigint PRIMARY KEY REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  confirmed_at timestamptz(3)
);

-- A recovery code, stored as a keyed hash.
CREATE TABLE recovery_code (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  hash bytea NOT NULL
);
CREATE UNIQUE INDEX recovery_code_account_id_hash_key ON recovery_code (account_id, hash);

-- A passkey (WebAuthn) of a member.
CREATE TABLE passkey (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3)
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_account_id_idx ON passkey (account_id);

CREATE TYPE mail_link_purpose AS ENUM ('confirm_sign_up', 'confirm_email', 'reset_password');

-- A one-time link in an e-mail, stored as SHA-256.
CREATE TABLE mail_link (
  id bigserial PRIMARY KEY,
  hash bytea NOT NULL,
  purpose mail_link_purpose NOT NULL,
  account_id bigint REFERENCES member ON DELETE CASCADE ON UPDATE CASCADE,
  application_id bigint REFERENCES application ON DELETE CASCADE ON UPDATE CASCADE,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX mail_link_hash_key ON mail_link (hash);
CREATE INDEX mail_link_account_id_idx ON mail_link (account_id);
CREATE INDEX mail_link_application_id_idx ON mail_link (application_id);
CREATE INDEX mail_link_expires_at_idx ON mail_link (expires_at);

CREATE TYPE key_kind AS ENUM ('rsa', 'ed25519');

-- A public key that the account's actor document lists.
CREATE TABLE actor_key (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  iri text NOT NULL,
  kind key_kind NOT NULL,
  public_key text NOT NULL,
  private_key bytea,
  fetched_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX actor_key_iri_key ON actor_key (iri);
CREATE UNIQUE INDEX actor_key_account_id_kind_iri_key ON actor_key (account_id, kind, iri);

-- Items -------------------------------------------------------------------------------------------

CREATE TYPE eventable_type AS ENUM ('recipe', 'preparation', 'baking', 'status');
CREATE TYPE visibility AS ENUM ('public', 'unlisted', 'private', 'direct');
CREATE TYPE publication AS ENUM ('draft', 'published', 'trashed');

-- A recipe, preparation, baking or status. The CHECKs enforce what each type requires.
CREATE TABLE eventable (
  id bigserial PRIMARY KEY,
  type eventable_type NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  iri text,
  url text,
  generation integer NOT NULL DEFAULT 1,
  publication publication NOT NULL DEFAULT 'published',
  visibility visibility NOT NULL DEFAULT 'public',
  slug text,
  name text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  content_html text NOT NULL DEFAULT '',
  locale text NOT NULL DEFAULT 'und',
  serving integer,
  serving_type text,
  prepared_at timestamptz(3),
  recipe_id bigint REFERENCES eventable ON DELETE SET NULL ON UPDATE CASCADE,
  recipe_iri text,
  forked_from_id bigint REFERENCES eventable ON DELETE SET NULL ON UPDATE CASCADE,
  forked_from_iri text,
  in_reply_to_id bigint REFERENCES eventable ON DELETE SET NULL ON UPDATE CASCADE,
  in_reply_to_iri text,
  sensitive boolean NOT NULL DEFAULT false,
  marked_sensitive boolean NOT NULL DEFAULT false,
  spoiler_text text NOT NULL DEFAULT '',
  source_url text,
  prep_time integer,
  cook_time integer,
  total_time integer,
  rest_time integer,
  nutrition jsonb,
  category text[],
  cuisine text[],
  diet text[],
  equipment text[],
  difficulty text,
  credit jsonb,
  video_url text,
  tags text[] DEFAULT ARRAY[]::text[],
  hashtags text[] DEFAULT ARRAY[]::text[],
  likes_count integer NOT NULL DEFAULT 0,
  boosts_count integer NOT NULL DEFAULT 0,
  replies_count integer NOT NULL DEFAULT 0,
  cooked_count integer NOT NULL DEFAULT 0,
  forks_count integer NOT NULL DEFAULT 0,
  revisions_count integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  published_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  edited_at timestamptz(3),
  fetched_at timestamptz(3),
  replies_read_at timestamptz(3),
  remote_likes_count integer,
  remote_boosts_count integer,
  remote_replies_count integer,
  context_iri text,
  as_article boolean,
  quote_iri text,
  rating integer,
  rating_count integer NOT NULL DEFAULT 0,
  rating_sum integer NOT NULL DEFAULT 0,
  CONSTRAINT eventable_recipe CHECK (type <> 'recipe' OR (name <> '' AND serving IS NOT NULL)),
  CONSTRAINT eventable_cooked CHECK (
    type NOT IN ('preparation', 'baking') OR (name <> '' AND serving IS NOT NULL AND prepared_at IS NOT NULL)),
  CONSTRAINT eventable_status CHECK (type <> 'status' OR (publication <> 'draft' AND slug IS NULL)),
  CONSTRAINT eventable_quote_is_status CHECK (quote_iri IS NULL OR type = 'status'),
  CONSTRAINT eventable_direct_is_status CHECK (visibility <> 'direct' OR type = 'status'),
  CONSTRAINT eventable_published_has_iri CHECK (publication <> 'published' OR iri IS NOT NULL),
  CONSTRAINT eventable_serving CHECK (serving IS NULL OR serving > 0),
  CONSTRAINT eventable_generation CHECK (generation > 0 AND version > 0),
  CONSTRAINT eventable_times CHECK (least(prep_time, cook_time, total_time, rest_time) >= 0),
  CONSTRAINT eventable_counts CHECK (likes_count >= 0 AND boosts_count >= 0 AND replies_count >= 0 AND cooked_count >= 0),
  CONSTRAINT eventable_rating CHECK (rating IS NULL OR (type IN ('preparation', 'baking') AND rating BETWEEN 1 AND 5)),
  CONSTRAINT eventable_ratings CHECK (rating_sum BETWEEN rating_count AND 5 * rating_count),
  CONSTRAINT eventable_history_counts CHECK (forks_count >= 0 AND revisions_count >= 0)
);
CREATE UNIQUE INDEX eventable_iri_key ON eventable (iri);
CREATE INDEX eventable_account_id_type_id_idx ON eventable (account_id, type, id DESC);
CREATE INDEX eventable_recipe_id_idx ON eventable (recipe_id);
CREATE INDEX eventable_forked_from_id_idx ON eventable (forked_from_id);
CREATE INDEX eventable_forked_from_iri_idx ON eventable (forked_from_iri);
CREATE INDEX eventable_in_reply_to_id_idx ON eventable (in_reply_to_id);
CREATE UNIQUE INDEX eventable_account_id_slug_key ON eventable (account_id, slug);
CREATE INDEX eventable_recipe_iri ON eventable (recipe_iri) WHERE recipe_iri IS NOT NULL;
CREATE INDEX eventable_in_reply_to_iri ON eventable (in_reply_to_iri) WHERE in_reply_to_iri IS NOT NULL;
CREATE INDEX eventable_quote_iri ON eventable (quote_iri) WHERE quote_iri IS NOT NULL;
CREATE INDEX eventable_cooked_at ON eventable (published_at) WHERE recipe_id IS NOT NULL;
CREATE INDEX eventable_url ON eventable USING hash (url) WHERE url IS NOT NULL;

-- What a moderator marked stays sensitive, whatever its author or its server writes.
CREATE FUNCTION keep_sensitive() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.sensitive = true; RETURN NEW; END $$;
CREATE TRIGGER keep_sensitive BEFORE UPDATE OF sensitive, marked_sensitive ON eventable FOR EACH ROW
  WHEN (NEW.marked_sensitive) EXECUTE FUNCTION keep_sensitive();

-- replies_count and cooked_count are the same for all viewers: they count published items that everybody may see, unless
-- their author is suspended. Only these triggers write them; src/db/sql/items/counters.ts recounts them.
CREATE FUNCTION is_counted(publication publication, visibility visibility) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT publication = 'published' AND visibility IN ('public', 'unlisted') $$;

CREATE FUNCTION count_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM account WHERE id = coalesce(NEW.account_id, OLD.account_id) AND suspended_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  UPDATE eventable e SET replies_count = greatest(0, e.replies_count + change.replies),
    cooked_count = greatest(0, e.cooked_count + change.cooked)
  FROM (
    SELECT id, sum(replies)::int AS replies, sum(cooked)::int AS cooked FROM (
      SELECT OLD.in_reply_to_id AS id, -1 AS replies, 0 AS cooked WHERE is_counted(OLD.publication, OLD.visibility)
      UNION ALL SELECT OLD.recipe_id, 0, -1 WHERE is_counted(OLD.publication, OLD.visibility)
      UNION ALL SELECT NEW.in_reply_to_id, 1, 0 WHERE is_counted(NEW.publication, NEW.visibility)
      UNION ALL SELECT NEW.recipe_id, 0, 1 WHERE is_counted(NEW.publication, NEW.visibility)
    ) AS changes GROUP BY id
  ) AS change
  WHERE e.id = change.id AND (change.replies <> 0 OR change.cooked <> 0);
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted_item AFTER INSERT ON eventable FOR EACH ROW
  WHEN (NEW.in_reply_to_id IS NOT NULL OR NEW.recipe_id IS NOT NULL) EXECUTE FUNCTION count_item();
CREATE TRIGGER count_deleted_item AFTER DELETE ON eventable FOR EACH ROW
  WHEN (OLD.in_reply_to_id IS NOT NULL OR OLD.recipe_id IS NOT NULL) EXECUTE FUNCTION count_item();
CREATE TRIGGER count_changed_item AFTER UPDATE OF in_reply_to_id, recipe_id, publication, visibility ON eventable
  FOR EACH ROW WHEN (
    (OLD.in_reply_to_id, OLD.recipe_id, OLD.publication, OLD.visibility)
      IS DISTINCT FROM (NEW.in_reply_to_id, NEW.recipe_id, NEW.publication, NEW.visibility)
    AND coalesce(OLD.in_reply_to_id, OLD.recipe_id, NEW.in_reply_to_id, NEW.recipe_id) IS NOT NULL)
  EXECUTE FUNCTION count_item();

CREATE FUNCTION count_items_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change_per_item int := CASE WHEN NEW.suspended_at IS NULL THEN 1 ELSE -1 END;
BEGIN
  UPDATE eventable e SET replies_count = greatest(0, e.replies_count + change.replies),
    cooked_count = greatest(0, e.cooked_count + change.cooked)
  FROM (
    SELECT id, sum(replies)::int AS replies, sum(cooked)::int AS cooked FROM (
      SELECT in_reply_to_id AS id, change_per_item AS replies, 0 AS cooked FROM eventable
      WHERE account_id = NEW.id AND in_reply_to_id IS NOT NULL AND is_counted(publication, visibility)
      UNION ALL SELECT recipe_id, 0, change_per_item FROM eventable
      WHERE account_id = NEW.id AND recipe_id IS NOT NULL AND is_counted(publication, visibility)
    ) AS changes GROUP BY id
  ) AS change
  WHERE e.id = change.id;
  RETURN NULL;
END $$;

CREATE TRIGGER count_items_of_account AFTER UPDATE OF suspended_at ON account FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION count_items_of_account();

-- Ratings of recipes: see docs/decisions/0046-ratings.md.
CREATE INDEX eventable_reviews ON eventable (recipe_id, id DESC) WHERE rating IS NOT NULL;

-- Each account counts once, with its newest rating that everybody may see. The recipe's author and suspended accounts do
-- not count. src/db/sql/items/counters.ts recounts by this function.
CREATE FUNCTION count_ratings(recipe bigint, OUT rating_count integer, OUT rating_sum integer) LANGUAGE sql STABLE AS $$
  SELECT count(*), coalesce(sum(newest.rating), 0) FROM (
    SELECT DISTINCT ON (c.account_id) c.rating
    FROM eventable c JOIN account a ON a.id = c.account_id
    WHERE c.recipe_id = recipe AND c.rating IS NOT NULL AND is_counted(c.publication, c.visibility)
      AND a.suspended_at IS NULL AND c.account_id <> (SELECT account_id FROM eventable WHERE id = recipe)
    ORDER BY c.account_id, c.published_at DESC, c.id DESC
  ) AS newest $$;

-- The lock waits for other raters, so that the next statement sees their ratings.
CREATE FUNCTION recount_ratings(recipe bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM eventable WHERE id = recipe FOR NO KEY UPDATE;
  UPDATE eventable e SET rating_count = r.rating_count, rating_sum = r.rating_sum FROM count_ratings(recipe) r
  WHERE e.id = recipe AND (e.rating_count, e.rating_sum) <> (r.rating_count, r.rating_sum);
END $$;

CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recipe bigint;
BEGIN
  FOR recipe IN SELECT DISTINCT id FROM unnest(ARRAY[OLD.recipe_id, NEW.recipe_id]) AS id WHERE id IS NOT NULL ORDER BY id LOOP
    PERFORM recount_ratings(recipe);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted_rating AFTER INSERT ON eventable FOR EACH ROW
  WHEN (NEW.rating IS NOT NULL AND NEW.recipe_id IS NOT NULL) EXECUTE FUNCTION count_rating();
CREATE TRIGGER count_deleted_rating AFTER DELETE ON eventable FOR EACH ROW
  WHEN (OLD.rating IS NOT NULL AND OLD.recipe_id IS NOT NULL) EXECUTE FUNCTION count_rating();
CREATE TRIGGER count_changed_rating AFTER UPDATE OF rating, recipe_id, publication, visibility ON eventable
  FOR EACH ROW WHEN (
    coalesce(OLD.rating, NEW.rating) IS NOT NULL
    AND (OLD.rating, OLD.recipe_id, OLD.publication, OLD.visibility)
      IS DISTINCT FROM (NEW.rating, NEW.recipe_id, NEW.publication, NEW.visibility))
  EXECUTE FUNCTION count_rating();

CREATE FUNCTION count_ratings_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recipe bigint;
BEGIN
  FOR recipe IN SELECT DISTINCT recipe_id FROM eventable
    WHERE account_id = NEW.id AND type IN ('preparation', 'baking') AND rating IS NOT NULL AND recipe_id IS NOT NULL
    ORDER BY recipe_id
  LOOP
    PERFORM recount_ratings(recipe);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER count_ratings_of_account AFTER UPDATE OF suspended_at ON account FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION count_ratings_of_account();

-- One line of an ingredient list. Quantities are exact fractions.
CREATE TABLE ingredient (
  id bigserial PRIMARY KEY,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  position integer NOT NULL,
  name text NOT NULL,
  quantity_num bigint,
  quantity_den bigint,
  quantity_max_num bigint,
  quantity_max_den bigint,
  unit text,
  note text,
  group_name text,
  optional boolean NOT NULL DEFAULT false,
  scalable boolean NOT NULL DEFAULT true,
  original_text text,
  CONSTRAINT ingredient_name CHECK (name <> ''),
  CONSTRAINT ingredient_position CHECK (position >= 0),
  CONSTRAINT ingredient_quantity CHECK ((quantity_num IS NULL) = (quantity_den IS NULL) AND quantity_num >= 0 AND quantity_den > 0),
  CONSTRAINT ingredient_quantity_max CHECK (
    (quantity_max_num IS NULL) = (quantity_max_den IS NULL) AND quantity_max_num >= 0 AND quantity_max_den > 0)
);
CREATE UNIQUE INDEX ingredient_eventable_id_position_key ON ingredient (eventable_id, position);

-- One step of a recipe or cooked item.
CREATE TABLE step (
  id bigserial PRIMARY KEY,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  position integer NOT NULL,
  name text NOT NULL DEFAULT '',
  content text NOT NULL,
  content_html text NOT NULL,
  duration integer,
  ingredient_positions integer[] DEFAULT ARRAY[]::integer[],
  CONSTRAINT step_position CHECK (position >= 0),
  CONSTRAINT step_duration CHECK (duration >= 0)
);
CREATE UNIQUE INDEX step_eventable_id_position_key ON step (eventable_id, position);

-- A link from a step to another item.
CREATE TABLE step_link (
  id bigserial PRIMARY KEY,
  step_id bigint NOT NULL REFERENCES step ON DELETE CASCADE ON UPDATE CASCADE,
  source_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  position integer NOT NULL,
  target_id bigint REFERENCES eventable ON DELETE SET NULL ON UPDATE CASCADE,
  target_iri text,
  serving integer,
  CONSTRAINT step_link_serving CHECK (serving > 0)
);
CREATE INDEX step_link_source_id_idx ON step_link (source_id);
CREATE INDEX step_link_target_id_idx ON step_link (target_id);
CREATE INDEX step_link_target_iri_idx ON step_link (target_iri);
CREATE UNIQUE INDEX step_link_step_id_position_key ON step_link (step_id, position);

CREATE TYPE quote_state AS ENUM ('pending', 'accepted', 'rejected', 'revoked');

-- Whether the author of the quoted item approves a quote (FEP-044f). A row exists for each status with a quote_iri.
CREATE TABLE quote (
  eventable_id bigint PRIMARY KEY REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  quoted_id bigint REFERENCES eventable ON DELETE SET NULL ON UPDATE CASCADE,
  state quote_state NOT NULL DEFAULT 'pending',
  authorization_iri text,
  request_iri text,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX quote_quoted_id_idx ON quote (quoted_id);
CREATE INDEX quote_authorization_iri_idx ON quote (authorization_iri);
CREATE UNIQUE INDEX quote_request_iri_key ON quote (request_iri);

-- An account that an item addresses in addition to its author's followers.
CREATE TABLE mention (
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY (eventable_id,account_id)
);
CREATE INDEX mention_account_id_idx ON mention (account_id);

CREATE TYPE medium_state AS ENUM ('pending', 'ready', 'failed');

-- A picture: an upload, or a remote URL that is fetched on first view.
CREATE TABLE medium (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint REFERENCES eventable ON DELETE SET NULL ON UPDATE CASCADE,
  position integer NOT NULL DEFAULT 0,
  state medium_state NOT NULL DEFAULT 'pending',
  key text NOT NULL,
  description text NOT NULL DEFAULT '',
  content_type text NOT NULL DEFAULT '',
  width integer NOT NULL DEFAULT 0,
  height integer NOT NULL DEFAULT 0,
  blurhash text,
  bytes bigint NOT NULL DEFAULT 0,
  remote_url text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  used_at timestamptz(3)
);
CREATE UNIQUE INDEX medium_key_key ON medium (key);
CREATE INDEX medium_eventable_id_position_idx ON medium (eventable_id, position);
CREATE INDEX medium_account_id_idx ON medium (account_id);
-- Cached pictures of remote servers, least recently viewed first.
CREATE INDEX medium_cached ON medium (used_at, id) INCLUDE (bytes) WHERE remote_url IS NOT NULL AND state = 'ready';

-- Forks and revisions of recipes ------------------------------------------------------------------

-- forks_count counts as cooked_count does. Only these triggers write it.
CREATE FUNCTION count_fork() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM account WHERE id = coalesce(NEW.account_id, OLD.account_id) AND suspended_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  UPDATE eventable e SET forks_count = greatest(0, e.forks_count + change.forks)
  FROM (
    SELECT id, sum(forks)::int AS forks FROM (
      SELECT OLD.forked_from_id AS id, -1 AS forks WHERE is_counted(OLD.publication, OLD.visibility)
      UNION ALL SELECT NEW.forked_from_id, 1 WHERE is_counted(NEW.publication, NEW.visibility)
    ) AS changes GROUP BY id
  ) AS change
  WHERE e.id = change.id AND change.forks <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted_fork AFTER INSERT ON eventable FOR EACH ROW
  WHEN (NEW.forked_from_id IS NOT NULL) EXECUTE FUNCTION count_fork();
CREATE TRIGGER count_deleted_fork AFTER DELETE ON eventable FOR EACH ROW
  WHEN (OLD.forked_from_id IS NOT NULL) EXECUTE FUNCTION count_fork();
CREATE TRIGGER count_changed_fork AFTER UPDATE OF forked_from_id, publication, visibility ON eventable
  FOR EACH ROW WHEN (
    (OLD.forked_from_id, OLD.publication, OLD.visibility)
      IS DISTINCT FROM (NEW.forked_from_id, NEW.publication, NEW.visibility)
    AND coalesce(OLD.forked_from_id, NEW.forked_from_id) IS NOT NULL)
  EXECUTE FUNCTION count_fork();

CREATE FUNCTION count_forks_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change_per_fork int := CASE WHEN NEW.suspended_at IS NULL THEN 1 ELSE -1 END;
BEGIN
  UPDATE eventable e SET forks_count = greatest(0, e.forks_count + change.forks)
  FROM (
    SELECT forked_from_id AS id, (change_per_fork * count(*))::int AS forks FROM eventable
    WHERE account_id = NEW.id AND forked_from_id IS NOT NULL AND is_counted(publication, visibility)
    GROUP BY forked_from_id
  ) AS change
  WHERE e.id = change.id;
  RETURN NULL;
END $$;

CREATE TRIGGER count_forks_of_account AFTER UPDATE OF suspended_at ON account FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION count_forks_of_account();

-- What a published recipe said before an edit.
CREATE TABLE revision (
  id bigserial PRIMARY KEY,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  visibility visibility NOT NULL,
  state jsonb NOT NULL,
  bytes integer NOT NULL,
  edited_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX revision_eventable_id_id_idx ON revision (eventable_id, id);

-- Readers of a recipe see the revisions of times when at least they could read it.
CREATE FUNCTION is_as_open(revision visibility, recipe visibility) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT array_position(ARRAY['direct', 'private', 'unlisted', 'public']::visibility[], revision)
       >= least(array_position(ARRAY['direct', 'private', 'unlisted', 'public']::visibility[], recipe), 3) $$;

CREATE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE eventable e
  SET revisions_count = greatest(0, e.revisions_count + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
  WHERE e.id = coalesce(NEW.eventable_id, OLD.eventable_id)
    AND is_as_open(coalesce(NEW.visibility, OLD.visibility), e.visibility);
  RETURN NULL;
END $$;

CREATE TRIGGER count_revision AFTER INSERT OR DELETE ON revision FOR EACH ROW EXECUTE FUNCTION count_revision();

CREATE FUNCTION recount_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revisions_count :=
    (SELECT count(*) FROM revision v WHERE v.eventable_id = NEW.id AND is_as_open(v.visibility, NEW.visibility));
  RETURN NEW;
END $$;

CREATE TRIGGER recount_revisions BEFORE UPDATE OF visibility ON eventable FOR EACH ROW
  WHEN (NEW.type = 'recipe' AND OLD.visibility <> NEW.visibility) EXECUTE FUNCTION recount_revisions();

-- Imports and exports -----------------------------------------------------------------------------

-- An imported recipe by its content, so that importing it again creates no duplicate.
CREATE TABLE imported_recipe (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  digest bytea NOT NULL,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (account_id,digest)
);
CREATE INDEX imported_recipe_eventable_id_idx ON imported_recipe (eventable_id);

-- An uploaded file or web page whose import waits for confirmation.
CREATE TABLE import (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  name text NOT NULL DEFAULT '',
  format text NOT NULL DEFAULT '',
  source_url text,
  preview jsonb NOT NULL,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  visibility visibility,
  with_pictures boolean NOT NULL DEFAULT true,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3)
);
CREATE UNIQUE INDEX import_key_key ON import (key);
CREATE INDEX import_account_id_id_idx ON import (account_id, id);
CREATE INDEX import_created_at_idx ON import (created_at);

CREATE TYPE import_list_kind AS ENUM ('follow', 'block', 'mute', 'domain', 'bookmark');
CREATE TYPE import_outcome AS ENUM ('added', 'existing', 'failed');

-- An entry of a list whose import was confirmed.
CREATE TABLE import_entry (
  import_id bigint NOT NULL REFERENCES import ON DELETE CASCADE ON UPDATE CASCADE,
  position integer NOT NULL,
  kind import_list_kind NOT NULL,
  value text NOT NULL,
  option boolean NOT NULL DEFAULT true,
  outcome import_outcome,
  reason text NOT NULL DEFAULT '',
  tries smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (import_id,position)
);

-- A file for an import that is uploaded in chunks.
CREATE TABLE import_upload (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  name text NOT NULL DEFAULT '',
  bytes bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  chunks text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK (received BETWEEN 0 AND bytes)
);
CREATE UNIQUE INDEX import_upload_key_key ON import_upload (key);
CREATE INDEX import_upload_account_id_idx ON import_upload (account_id);
CREATE INDEX import_upload_created_at_idx ON import_upload (created_at);

-- An item from an imported account archive by its origin.
CREATE TABLE imported_item (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  origin text NOT NULL,
  eventable_id bigint NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (account_id,origin)
);
CREATE UNIQUE INDEX imported_item_eventable_id_key ON imported_item (eventable_id);

-- An archive of everything an account has.
CREATE TABLE export (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3)
);
CREATE UNIQUE INDEX export_key_key ON export (key);

-- Collections -------------------------------------------------------------------------------------

-- A named, ordered list of items. Only a remote one stores its IRI.
CREATE TABLE collection (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  visibility visibility NOT NULL DEFAULT 'private',
  cover_id bigint REFERENCES medium ON DELETE SET NULL ON UPDATE CASCADE,
  iri text,
  url text,
  followers_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  fetched_at timestamptz(3),
  CONSTRAINT collection_name CHECK (name <> ''),
  CONSTRAINT collection_visibility CHECK (visibility <> 'direct'),
  CONSTRAINT collection_followers CHECK (followers_count >= 0)
);
CREATE INDEX collection_account_id_id_idx ON collection (account_id, id);
CREATE INDEX collection_cover_id_idx ON collection (cover_id);
CREATE INDEX collection_url_idx ON collection (url);
CREATE UNIQUE INDEX collection_iri_key ON collection (iri);

-- The position equals the id until the owner changes the order.
CREATE TABLE collection_item (
  id bigserial PRIMARY KEY,
  collection_id bigint NOT NULL REFERENCES collection ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  position bigint NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX collection_item_eventable_id_idx ON collection_item (eventable_id);
CREATE INDEX collection_item_collection_id_position_idx ON collection_item (collection_id, position);
CREATE UNIQUE INDEX collection_item_collection_id_eventable_id_key ON collection_item (collection_id, eventable_id);

-- An item of a collection on another server. It is shown once this server has the item.
CREATE TABLE remote_collection_item (
  id bigserial PRIMARY KEY,
  collection_id bigint NOT NULL REFERENCES collection ON DELETE CASCADE ON UPDATE CASCADE,
  iri text NOT NULL,
  position bigint NOT NULL,
  note text NOT NULL DEFAULT '',
  tried_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX remote_collection_item_collection_id_position_idx ON remote_collection_item (collection_id, position);
CREATE INDEX remote_collection_item_iri_idx ON remote_collection_item (iri);
CREATE UNIQUE INDEX remote_collection_item_collection_id_iri_key ON remote_collection_item (collection_id, iri);

-- A follow of a collection, which begins with one Follow activity.
CREATE TABLE collection_follow (
  id bigserial PRIMARY KEY,
  collection_id bigint NOT NULL REFERENCES collection ON DELETE CASCADE ON UPDATE CASCADE,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  iri text,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX collection_follow_account_id_id_idx ON collection_follow (account_id, id);
CREATE INDEX collection_follow_iri_idx ON collection_follow (iri);
CREATE UNIQUE INDEX collection_follow_collection_id_account_id_key ON collection_follow (collection_id, account_id);

CREATE FUNCTION count_collection_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE collection SET followers_count = followers_count + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
  WHERE id = CASE TG_OP WHEN 'INSERT' THEN NEW.collection_id ELSE OLD.collection_id END;
  RETURN NULL;
END $$;
CREATE TRIGGER count_collection_follow AFTER INSERT OR DELETE ON collection_follow
  FOR EACH ROW EXECUTE FUNCTION count_collection_follow();
CREATE TABLE private_note (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  content text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (account_id, eventable_id),
  CONSTRAINT private_note_content CHECK (content <> '')
);
CREATE INDEX private_note_eventable_id_idx ON private_note (eventable_id);

CREATE TABLE share_picture (
  eventable_id bigint PRIMARY KEY REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  fingerprint text NOT NULL,
  key text,
  made_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX share_picture_key_key ON share_picture (key);

-- Shopping ----------------------------------------------------------------------------------------

CREATE TABLE shopping_list (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  share_token text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX shopping_list_account_id_key ON shopping_list (account_id);
CREATE UNIQUE INDEX shopping_list_share_token_key ON shopping_list (share_token);

CREATE TABLE shopping_list_recipe (
  list_id bigint NOT NULL REFERENCES shopping_list ON DELETE CASCADE ON UPDATE CASCADE,
  -- The recipe may be deleted, and its lines stay.
  recipe_id bigint NOT NULL,
  name text NOT NULL,
  serving integer NOT NULL,
  serving_type text NOT NULL,
  added_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (list_id, recipe_id),
  CONSTRAINT shopping_list_recipe_serving CHECK (serving > 0)
);

CREATE TABLE shopping_list_line (
  id bigserial PRIMARY KEY,
  list_id bigint NOT NULL REFERENCES shopping_list ON DELETE CASCADE ON UPDATE CASCADE,
  recipe_id bigint,
  name text NOT NULL,
  quantity_num bigint,
  quantity_den bigint,
  quantity_max_num bigint,
  quantity_max_den bigint,
  unit text,
  optional boolean NOT NULL DEFAULT false,
  locale text NOT NULL,
  food text NOT NULL,
  aisle text NOT NULL,
  checked boolean NOT NULL DEFAULT false,
  FOREIGN KEY (list_id, recipe_id) REFERENCES shopping_list_recipe ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT shopping_list_line_name CHECK (name <> ''),
  CONSTRAINT shopping_list_line_quantity CHECK (
    (quantity_num IS NULL) = (quantity_den IS NULL) AND quantity_num >= 0 AND quantity_den > 0),
  CONSTRAINT shopping_list_line_quantity_max CHECK (
    (quantity_max_num IS NULL) = (quantity_max_den IS NULL) AND quantity_max_num >= 0 AND quantity_max_den > 0)
);
CREATE INDEX shopping_list_line_list_id_recipe_id_idx ON shopping_list_line (list_id, recipe_id);

-- Timelines ---------------------------------------------------------------------------------------

CREATE TYPE event_action AS ENUM ('create', 'boost', 'reply');

-- Event ids sort by time: milliseconds since 2020 × 4096, plus a sequence number modulo 4096.
CREATE SEQUENCE event_sequence;

CREATE FUNCTION event_id_at(at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT (floor(extract(epoch FROM at) * 1000)::bigint - 1577836800000) * 4096 $$;

-- Follows the newest event although the clock was set back, because readers continue after the newest id they have seen.
CREATE FUNCTION event_id_after(newest bigint) RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT greatest(event_id_at(clock_timestamp()), newest + 1) + nextval('event_sequence') % 4096 $$;

CREATE FUNCTION next_event_id() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN event_id_after((SELECT max(id) FROM event));
END $$;

-- Returns a free id for the time of publication, at most now. Times before 2020 share the first two hours of 2020
-- in order, with 16 ids for each second since 1970.
CREATE FUNCTION backfilled_event_id(at timestamptz) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  sequence_number bigint := nextval('event_sequence');
  candidate bigint := CASE
    WHEN at < timestamptz '2020-01-01Z' THEN greatest(floor(extract(epoch FROM at))::bigint, 256) * 16 + sequence_number % 16
    ELSE event_id_at(least(greatest(at, timestamptz '2020-01-01 02:00Z'), clock_timestamp())) + sequence_number % 4096
  END;
BEGIN
  WHILE EXISTS (SELECT 1 FROM event WHERE id = candidate) LOOP
    candidate := candidate + 1;
  END LOOP;
  RETURN candidate;
END $$;

-- A create, boost or reply that timelines show.
CREATE TABLE event (
  id bigint PRIMARY KEY,
  action event_action NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  backfilled boolean NOT NULL DEFAULT false,
  local boolean NOT NULL,
  fanned_out_at timestamptz(3),
  txid bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
  fan_out_snapshot pg_snapshot,
  original_id bigint
);
CREATE INDEX event_account_id_id_idx ON event (account_id, id DESC);
CREATE UNIQUE INDEX event_eventable_id_account_id_action_key ON event (eventable_id, account_id, action);
CREATE INDEX event_fan_out_pending ON event (id) WHERE fanned_out_at IS NULL;
CREATE INDEX event_original_id ON event (original_id) WHERE original_id IS NOT NULL;
CREATE INDEX event_created ON event (id) WHERE action = 'create';
CREATE INDEX event_created_local ON event (id) WHERE action = 'create' AND local;

-- Most INSERTs set `local`; this trigger fills it in for the others.
CREATE FUNCTION set_event_local() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.local := EXISTS (SELECT 1 FROM account WHERE id = NEW.account_id AND host = '');
  RETURN NEW;
END $$;

CREATE TRIGGER set_event_local BEFORE INSERT ON event
  FOR EACH ROW WHEN (NEW.local IS NULL) EXECUTE FUNCTION set_event_local();

-- An event in the home timeline of a local account. It has no foreign keys: see delete_home_entries.
CREATE TABLE home_entry (
  account_id bigint NOT NULL,
  event_id bigint NOT NULL,
  eventable_id bigint NOT NULL,
  backfilled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id,event_id)
);
CREATE INDEX home_entry_eventable_id_account_id_event_id_idx ON home_entry (eventable_id, account_id, event_id);

-- Replaces ON DELETE CASCADE: foreign key checks for 100,000 followers took longer than writing the rows.
-- Transactions that insert entries lock their event, so no entry can outlive it. `+ 0` prevents a skip scan of the primary key,
-- which reads an entry of every account.
CREATE FUNCTION delete_home_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM home_entry WHERE eventable_id = OLD.eventable_id AND event_id + 0 = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER delete_home_entries AFTER DELETE ON event FOR EACH ROW EXECUTE FUNCTION delete_home_entries();

-- Replaces ON UPDATE CASCADE: a fan-out may give an event another id after new followers got it.
CREATE FUNCTION move_home_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE home_entry SET event_id = NEW.id WHERE eventable_id = OLD.eventable_id AND event_id + 0 = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER move_home_entries AFTER UPDATE OF id ON event
  FOR EACH ROW WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION move_home_entries();

-- Hashtags ----------------------------------------------------------------------------------------

-- A hashtag of a public item, with the event that shows it. Only these triggers write it, for local and remote items.
CREATE TABLE item_tag (
  tag text NOT NULL,
  event_id bigint NOT NULL REFERENCES event ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY (tag, event_id)
);
CREATE INDEX item_tag_event_id_idx ON item_tag (event_id);

CREATE FUNCTION add_item_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_tag (tag, event_id)
  SELECT DISTINCT unnest(e.hashtags), i.id FROM inserted i CROSS JOIN LATERAL (
    SELECT hashtags FROM eventable WHERE id = i.eventable_id AND visibility = 'public' AND hashtags <> '{}' OFFSET 0) e
  WHERE i.action <> 'boost';
  RETURN NULL;
END $$;

-- Once per statement, because activities are ingested in batches.
CREATE TRIGGER add_item_tags AFTER INSERT ON event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION add_item_tags();

-- Locks the events first, because a fan-out may change their ids.
CREATE FUNCTION change_item_tags() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_ids bigint[] := ARRAY(
    SELECT id FROM event WHERE eventable_id = NEW.id AND action <> 'boost' ORDER BY id FOR KEY SHARE);
  tags text[] := CASE WHEN NEW.visibility = 'public' THEN coalesce(NEW.hashtags, '{}') ELSE '{}' END;
BEGIN
  DELETE FROM item_tag WHERE event_id = ANY(event_ids) AND tag <> ALL(tags);
  INSERT INTO item_tag (tag, event_id) SELECT DISTINCT tag, id FROM unnest(tags) AS tag, unnest(event_ids) AS id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER change_item_tags AFTER UPDATE OF hashtags, visibility ON eventable FOR EACH ROW
  WHEN (OLD.hashtags IS DISTINCT FROM NEW.hashtags OR OLD.visibility <> NEW.visibility) EXECUTE FUNCTION change_item_tags();

CREATE TABLE tag_follow (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  tag text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (account_id, tag)
);
CREATE INDEX tag_follow_tag_account_id_idx ON tag_follow (tag, account_id);

-- Interactions ------------------------------------------------------------------------------------

CREATE TABLE follow (
  id bigserial PRIMARY KEY,
  follower_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  followee_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  shows_boosts boolean NOT NULL DEFAULT true,
  local boolean NOT NULL,
  CONSTRAINT follow_not_oneself CHECK (follower_id <> followee_id)
);
CREATE INDEX follow_followee_id_follower_id_idx ON follow (followee_id, follower_id);
CREATE INDEX follow_local ON follow (followee_id, follower_id) WHERE local;
CREATE INDEX follow_followee_id_id_idx ON follow (followee_id, id DESC);
CREATE INDEX follow_follower_id_id_idx ON follow (follower_id, id DESC);
CREATE INDEX follow_created_at_idx ON follow (created_at);
CREATE UNIQUE INDEX follow_follower_id_followee_id_key ON follow (follower_id, followee_id);
CREATE INDEX follow_without_boosts ON follow (follower_id) WHERE NOT shows_boosts;

CREATE FUNCTION set_follow_local() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.local := EXISTS (SELECT 1 FROM account WHERE id = NEW.follower_id AND host = '');
  RETURN NEW;
END $$;

CREATE TRIGGER set_follow_local BEFORE INSERT ON follow FOR EACH ROW EXECUTE FUNCTION set_follow_local();

CREATE TABLE follow_request (
  id bigserial PRIMARY KEY,
  requester_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  target_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  shows_boosts boolean NOT NULL DEFAULT true,
  CONSTRAINT follow_request_not_oneself CHECK (requester_id <> target_id)
);
CREATE INDEX follow_request_target_id_id_idx ON follow_request (target_id, id DESC);
CREATE UNIQUE INDEX follow_request_requester_id_target_id_key ON follow_request (requester_id, target_id);

CREATE TABLE block (
  id bigserial PRIMARY KEY,
  blocker_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  blocked_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT block_not_oneself CHECK (blocker_id <> blocked_id)
);
CREATE INDEX block_blocked_id_idx ON block (blocked_id);
CREATE UNIQUE INDEX block_blocker_id_blocked_id_key ON block (blocker_id, blocked_id);

CREATE TABLE mute (
  id bigserial PRIMARY KEY,
  muter_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  muted_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  notifications boolean NOT NULL DEFAULT true,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT mute_not_oneself CHECK (muter_id <> muted_id)
);
CREATE UNIQUE INDEX mute_muter_id_muted_id_key ON mute (muter_id, muted_id);
CREATE INDEX mute_muted_id_idx ON mute (muted_id);
CREATE INDEX mute_expires_at_idx ON mute (expires_at);

CREATE TABLE account_domain_block (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  host text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (account_id, host)
);

CREATE TABLE muted_thread (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (account_id, eventable_id)
);
CREATE INDEX muted_thread_eventable_id_idx ON muted_thread (eventable_id);

-- A block ends what each of the two follows of the other's collections.
CREATE FUNCTION end_collection_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM collection_follow f USING collection c
  WHERE f.account_id = NEW.blocked_id AND c.id = f.collection_id AND c.account_id = NEW.blocker_id;
  DELETE FROM collection_follow f USING collection c
  WHERE f.account_id = NEW.blocker_id AND c.id = f.collection_id AND c.account_id = NEW.blocked_id;
  RETURN NULL;
END $$;
CREATE TRIGGER end_collection_follows AFTER INSERT ON block
  FOR EACH ROW EXECUTE FUNCTION end_collection_follows();

CREATE TABLE "like" (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX like_eventable_id_id_idx ON "like" (eventable_id, id DESC);
CREATE INDEX like_created_at_idx ON "like" (created_at);
CREATE UNIQUE INDEX like_account_id_eventable_id_key ON "like" (account_id, eventable_id);

CREATE TABLE boost (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  visibility visibility NOT NULL DEFAULT 'public',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX boost_eventable_id_id_idx ON boost (eventable_id, id DESC);
CREATE INDEX boost_created_at_idx ON boost (created_at);
CREATE UNIQUE INDEX boost_account_id_eventable_id_key ON boost (account_id, eventable_id);

CREATE TYPE source_type AS ENUM ('follow', 'like', 'reaction', 'boost', 'block');

-- An activity that began an interaction, or one that was undone before it was received.
CREATE TABLE source_activity (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  iri text NOT NULL,
  type source_type,
  target_id bigint REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at timestamptz(3),
  first_sent_at timestamptz(3),
  undone_at timestamptz(3),
  ended_by text
);
CREATE UNIQUE INDEX source_activity_account_id_iri_key ON source_activity (account_id, iri);
CREATE INDEX source_activity_target ON source_activity (target_id, account_id) WHERE target_id IS NOT NULL;
CREATE INDEX source_activity_eventable ON source_activity (eventable_id, account_id) WHERE eventable_id IS NOT NULL;
CREATE INDEX source_activity_ended_by ON source_activity (ended_by) WHERE ended_by IS NOT NULL;
CREATE INDEX source_activity_undone ON source_activity (undone_at) WHERE undone_at IS NOT NULL;

-- Pins and notifications --------------------------------------------------------------------------

-- An item pinned to its author's profile.
CREATE TABLE pin (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint NOT NULL REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX pin_eventable_id_key ON pin (eventable_id);
CREATE INDEX pin_account_id_id_idx ON pin (account_id, id);

CREATE TYPE notification_type AS ENUM ('follow', 'follow_request', 'mention', 'reply', 'like', 'boost', 'cooked', 'quote', 'recipe_changed', 'undelivered', 'moderation');

CREATE TABLE notification (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  type notification_type NOT NULL,
  actor_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_id bigint REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  read boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX notification_account_id_id_idx ON notification (account_id, id DESC);
CREATE INDEX notification_actor_id_idx ON notification (actor_id);
CREATE INDEX notification_eventable_id_idx ON notification (eventable_id);
CREATE UNIQUE INDEX notification_unique ON notification (account_id, type, actor_id, coalesce(eventable_id, 0));
CREATE INDEX notification_unread ON notification (account_id) WHERE NOT read;

-- Trends ------------------------------------------------------------------------------------------

-- Scores from the last run of refresh-trending.
CREATE TABLE eventable_trend (
  eventable_id bigint PRIMARY KEY REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  type eventable_type NOT NULL,
  score double precision NOT NULL,
  -- Accounts that cooked it in public in the last 7 days.
  cooks_count integer NOT NULL DEFAULT 0
);
CREATE INDEX eventable_trend_type_score_idx ON eventable_trend (type, score DESC);
CREATE INDEX eventable_trend_type_cooks_count_score_idx ON eventable_trend (type, cooks_count DESC, score DESC);

CREATE TABLE account_trend (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  score double precision NOT NULL
);
CREATE INDEX account_trend_score_idx ON account_trend (score DESC);

-- Access ------------------------------------------------------------------------------------------

-- A dynamically registered OAuth client (RFC 7591).
CREATE TABLE oauth_client (
  id text PRIMARY KEY,
  secret_hash text,
  name text NOT NULL,
  website text,
  redirect_uris text[],
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Valid once within 60 s.
CREATE TABLE authorization_code (
  id bigserial PRIMARY KEY,
  hash bytea NOT NULL,
  client_id text NOT NULL REFERENCES oauth_client ON DELETE CASCADE ON UPDATE CASCADE,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  scopes text[],
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE UNIQUE INDEX authorization_code_hash_key ON authorization_code (hash);
CREATE INDEX authorization_code_client_id_idx ON authorization_code (client_id);
CREATE INDEX authorization_code_account_id_idx ON authorization_code (account_id);
CREATE INDEX authorization_code_expires_at_idx ON authorization_code (expires_at);

-- A bearer token, stored as SHA-256. A token created by the CLI has no client.
CREATE TABLE access_token (
  id bigserial PRIMARY KEY,
  hash bytea NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  client_id text REFERENCES oauth_client ON DELETE CASCADE ON UPDATE CASCADE,
  code_id bigint REFERENCES authorization_code ON DELETE SET NULL ON UPDATE CASCADE,
  name text NOT NULL DEFAULT '',
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX access_token_hash_key ON access_token (hash);
CREATE INDEX access_token_account_id_idx ON access_token (account_id);
CREATE INDEX access_token_client_id_idx ON access_token (client_id);
CREATE INDEX access_token_code_id_idx ON access_token (code_id);
CREATE INDEX access_token_expires_at_idx ON access_token (expires_at);

CREATE TABLE refresh_token (
  id bigserial PRIMARY KEY,
  hash bytea NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  client_id text NOT NULL REFERENCES oauth_client ON DELETE CASCADE ON UPDATE CASCADE,
  code_id bigint REFERENCES authorization_code ON DELETE SET NULL ON UPDATE CASCADE,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX refresh_token_hash_key ON refresh_token (hash);
CREATE INDEX refresh_token_account_id_idx ON refresh_token (account_id);
CREATE INDEX refresh_token_client_id_idx ON refresh_token (client_id);
CREATE INDEX refresh_token_code_id_idx ON refresh_token (code_id);
CREATE INDEX refresh_token_expires_at_idx ON refresh_token (expires_at);

-- A logged-in browser.
CREATE TABLE session (
  id bigserial PRIMARY KEY,
  hash bytea NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  authenticated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX session_hash_key ON session (hash);
CREATE INDEX session_account_id_idx ON session (account_id);
CREATE INDEX session_expires_at_idx ON session (expires_at);

-- The stored response to a POST with an Idempotency-Key.
CREATE TABLE idempotent_reply (
  token_id bigint NOT NULL REFERENCES access_token ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  body text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (token_id,key)
);
CREATE INDEX idempotent_reply_created_at_idx ON idempotent_reply (created_at);

-- Jobs --------------------------------------------------------------------------------------------

-- The `traceparent` that the current transaction has set, or null if tracing is off.
CREATE FUNCTION current_trace() RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('potluck.trace', true), '') $$;

-- A job enqueued by a committed transaction. The row is deleted when the job completes.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  job text NOT NULL,
  payload jsonb NOT NULL,
  dedupe_key text,
  due_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  dispatched_at timestamptz(3),
  dispatches integer NOT NULL DEFAULT 0,
  trace text DEFAULT current_trace(),
  crashes integer NOT NULL DEFAULT 0,
  errors integer NOT NULL DEFAULT 0,
  last_error text,
  quarantined_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT outbox_errors CHECK (errors >= 0)
);
CREATE UNIQUE INDEX outbox_dedupe_key_key ON outbox (dedupe_key);
CREATE INDEX outbox_due ON outbox (due_at) WHERE dispatched_at IS NULL AND quarantined_at IS NULL;
CREATE INDEX outbox_dispatched ON outbox (dispatched_at) WHERE dispatched_at IS NOT NULL AND quarantined_at IS NULL;

-- Federation --------------------------------------------------------------------------------------

-- An activity received from a peer. The inbox answers 202 once this row is committed.
CREATE TABLE inbound (
  id bigserial PRIMARY KEY,
  actor_iri text NOT NULL,
  activity_iri text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  digest bytea NOT NULL,
  signed_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  handled_at timestamptz(3),
  outcome text,
  verified_by_ld_signature boolean NOT NULL DEFAULT false
);
CREATE INDEX inbound_received_at_idx ON inbound (received_at);
CREATE UNIQUE INDEX inbound_digest_key ON inbound (digest);

-- An outgoing activity, stored as the bytes that every delivery and retry sends.
CREATE TABLE activity (
  id bigserial PRIMARY KEY,
  iri text NOT NULL,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  type text NOT NULL,
  object_iri text,
  body text NOT NULL,
  public boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  enqueued_at timestamptz(3)
);
CREATE UNIQUE INDEX activity_iri_key ON activity (iri);
CREATE INDEX activity_account_id_id_idx ON activity (account_id, id DESC);
CREATE INDEX activity_created_at_idx ON activity (created_at);
CREATE INDEX activity_account_id_object_iri_idx ON activity (account_id, object_iri);

CREATE TYPE delivery_state AS ENUM ('pending', 'delivered', 'failed');

-- The delivery of one activity to one inbox. It has no foreign key: see delete_deliveries.
CREATE TABLE delivery (
  id bigserial PRIMARY KEY,
  activity_id bigint NOT NULL,
  inbox text NOT NULL,
  host text NOT NULL,
  state delivery_state NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  last_status integer,
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT delivery_attempts CHECK (attempts >= 0)
);
CREATE UNIQUE INDEX delivery_activity_id_inbox_key ON delivery (activity_id, inbox);
-- Deliveries that are done are most of the table and never looked up by host.
CREATE INDEX delivery_not_delivered ON delivery (host, state) WHERE state <> 'delivered';

-- Replaces ON DELETE CASCADE: the foreign key was checked for each of an activity's thousands of deliveries.
CREATE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM delivery WHERE activity_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER delete_deliveries AFTER DELETE ON activity FOR EACH ROW EXECUTE FUNCTION delete_deliveries();

CREATE TYPE signature_dialect AS ENUM ('cavage', 'rfc9421');

-- The signature dialect and availability of a remote server.
CREATE TABLE host (
  host text PRIMARY KEY,
  dialect signature_dialect NOT NULL DEFAULT 'cavage',
  software text,
  failures integer NOT NULL DEFAULT 0,
  open_until timestamptz(3),
  last_error text,
  last_failure_at timestamptz(3),
  last_success_at timestamptz(3),
  slow_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX host_open_until_idx ON host (open_until);

-- A blocked host, including its subdomains.
CREATE TYPE domain_severity AS ENUM ('noop', 'silence', 'suspend');

CREATE TABLE block_list (
  id bigserial PRIMARY KEY,
  url text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  read_at timestamptz(3),
  error text,
  skipped integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX block_list_url_key ON block_list (url);

CREATE TABLE domain_block (
  host text PRIMARY KEY,
  severity domain_severity NOT NULL DEFAULT 'suspend',
  reject_media boolean NOT NULL DEFAULT false,
  reject_reports boolean NOT NULL DEFAULT false,
  public_comment text NOT NULL DEFAULT '',
  private_comment text NOT NULL DEFAULT '',
  obfuscate boolean NOT NULL DEFAULT false,
  list_id bigint REFERENCES block_list ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX domain_block_list_id_idx ON domain_block (list_id);

CREATE TABLE domain_allow (
  host text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- The domain blocks for a host: its own, and those of the domains above it. Ports are ignored.
CREATE FUNCTION domain_blocks_of(host text) RETURNS SETOF domain_block LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT b.* FROM string_to_array(split_part($1, ':', 1), '.') AS labels CROSS JOIN generate_subscripts(labels, 1) AS depth
  JOIN domain_block b ON b.host = array_to_string(labels[depth:], '.') $$;

-- A new account starts with the limits of its server. src/db/sql/moderation/domain-rules.ts applies later changes.
CREATE FUNCTION apply_domain_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN bool_or(b.severity = 'silence') THEN now() ELSE NEW.limited_at END,
    coalesce(bool_or(b.severity = 'silence'), false), coalesce(bool_or(b.reject_media), false)
  INTO NEW.limited_at, NEW.domain_limited, NEW.media_rejected FROM domain_blocks_of(NEW.host) b;
  RETURN NEW;
END $$;
CREATE TRIGGER apply_domain_limits BEFORE INSERT ON account FOR EACH ROW
  WHEN (NEW.host <> '') EXECUTE FUNCTION apply_domain_limits();

-- A deleted object or undone activity, local or remote.
CREATE TABLE tombstone (
  iri text NOT NULL,
  actor_iri text NOT NULL,
  former_type text,
  public boolean NOT NULL DEFAULT false,
  deleted_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  PRIMARY KEY (iri,actor_iri)
);
CREATE INDEX tombstone_deleted_at_idx ON tombstone (deleted_at);

-- Moderation --------------------------------------------------------------------------------------

-- A report about an account, made locally or received as Flag.
CREATE TYPE report_category AS ENUM ('spam', 'legal', 'violation', 'other');

CREATE TABLE report (
  id bigserial PRIMARY KEY,
  reporter_id bigint REFERENCES account ON DELETE SET NULL ON UPDATE CASCADE,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  eventable_ids bigint[] DEFAULT ARRAY[]::bigint[],
  comment text NOT NULL DEFAULT '',
  category report_category NOT NULL DEFAULT 'other',
  iri text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  resolved_at timestamptz(3)
);
CREATE UNIQUE INDEX report_iri_key ON report (iri);
CREATE INDEX report_account_id_idx ON report (account_id);
CREATE INDEX report_reporter_id_idx ON report (reporter_id);

CREATE TYPE decision_action AS ENUM ('warn', 'remove_items', 'mark_sensitive', 'limit', 'suspend');

-- What moderators decided about an account, with the one appeal of its owner.
CREATE TABLE moderation_decision (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE ON UPDATE CASCADE,
  moderator_id bigint REFERENCES account ON DELETE SET NULL ON UPDATE CASCADE,
  report_id bigint REFERENCES report ON DELETE SET NULL ON UPDATE CASCADE,
  action decision_action NOT NULL,
  text text NOT NULL DEFAULT '',
  items jsonb NOT NULL DEFAULT '[]',
  notified boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  undone_at timestamptz(3),
  appeal text,
  appealed_at timestamptz(3),
  appeal_answer text,
  appeal_closed_at timestamptz(3),
  CONSTRAINT moderation_decision_appeal CHECK ((appeal IS NULL) = (appealed_at IS NULL)
    AND (appeal_closed_at IS NULL OR appealed_at IS NOT NULL))
);
CREATE INDEX moderation_decision_account_id_idx ON moderation_decision (account_id);
CREATE INDEX moderation_decision_moderator_id_idx ON moderation_decision (moderator_id);
CREATE INDEX moderation_decision_report_id_idx ON moderation_decision (report_id);

-- An action of the moderators, administrators and owners.
CREATE TABLE admin_action (
  id bigserial PRIMARY KEY,
  account_id bigint REFERENCES account ON DELETE SET NULL ON UPDATE CASCADE,
  name text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  decision_id bigint REFERENCES moderation_decision ON DELETE SET NULL ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  undone_at timestamptz(3)
);
CREATE INDEX admin_action_account_id_idx ON admin_action (account_id);
CREATE INDEX admin_action_decision_id_idx ON admin_action (decision_id);

-- Settings and caches -----------------------------------------------------------------------------

-- Instance settings.
CREATE TABLE setting (
  key text PRIMARY KEY,
  value jsonb NOT NULL
);

-- Fedify's key-value store.
CREATE TABLE key_value (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  expires_at timestamptz(3)
);
CREATE INDEX key_value_expires_at_idx ON key_value (expires_at);

-- Full-text search

-- The text search configuration for the primary language subtag (BCP 47).
CREATE FUNCTION search_config(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE split_part(lower(locale), '-', 1)
    WHEN 'ar' THEN 'arabic'::regconfig WHEN 'da' THEN 'danish'::regconfig WHEN 'de' THEN 'german'::regconfig
    WHEN 'el' THEN 'greek'::regconfig WHEN 'en' THEN 'english'::regconfig WHEN 'es' THEN 'spanish'::regconfig
    WHEN 'fi' THEN 'finnish'::regconfig WHEN 'fr' THEN 'french'::regconfig WHEN 'hu' THEN 'hungarian'::regconfig
    WHEN 'it' THEN 'italian'::regconfig WHEN 'nb' THEN 'norwegian'::regconfig WHEN 'nl' THEN 'dutch'::regconfig
    WHEN 'nn' THEN 'norwegian'::regconfig WHEN 'no' THEN 'norwegian'::regconfig WHEN 'pt' THEN 'portuguese'::regconfig
    WHEN 'ro' THEN 'romanian'::regconfig WHEN 'ru' THEN 'russian'::regconfig WHEN 'sv' THEN 'swedish'::regconfig
    WHEN 'tr' THEN 'turkish'::regconfig ELSE 'simple'::regconfig
  END $$;

-- Parses a query in every language that search_config knows. It matches more than the query means, never less.
-- Languages that agree share a branch, because an index scan evaluates every branch for each match.
CREATE FUNCTION search_query(query text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT '(' || parsed::text || ')', '|') FILTER (WHERE numnode(parsed) > 0), '')::tsquery
  FROM (VALUES (websearch_to_tsquery('simple', query)),
    (websearch_to_tsquery('arabic', query)), (websearch_to_tsquery('danish', query)),
    (websearch_to_tsquery('german', query)), (websearch_to_tsquery('greek', query)),
    (websearch_to_tsquery('english', query)), (websearch_to_tsquery('spanish', query)),
    (websearch_to_tsquery('finnish', query)), (websearch_to_tsquery('french', query)),
    (websearch_to_tsquery('hungarian', query)), (websearch_to_tsquery('italian', query)),
    (websearch_to_tsquery('norwegian', query)), (websearch_to_tsquery('dutch', query)),
    (websearch_to_tsquery('portuguese', query)), (websearch_to_tsquery('romanian', query)),
    (websearch_to_tsquery('russian', query)), (websearch_to_tsquery('swedish', query)),
    (websearch_to_tsquery('turkish', query))) AS languages (parsed) $$;

-- The text is cut so that the tsvector stays below PostgreSQL's size limit. A function body of this form can be inlined.
CREATE FUNCTION search_document(locale text, name text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN setweight(to_tsvector(search_config(locale), name), 'A')
    || to_tsvector(search_config(locale), left(content, 50000));

-- Names have no language. Separators become spaces, so that each part is found.
CREATE FUNCTION search_names(username text, name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT to_tsvector('simple', translate(username || ' ' || name, '._-/@', '     ')) $$;

CREATE INDEX eventable_search ON eventable USING gin (search_document(locale, name, content));
CREATE INDEX account_search ON account USING gin (search_names(username, name));

-- Search of recipes

-- Removes the accents of Latin letters, so that `creme brulee` finds `crème brûlée`.
CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN normalize(regexp_replace(
    normalize(replace(replace(replace(translate(value, 'øØłŁđĐðÐıİ', 'oOlLdDdDiI'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFD),
    '([A-Za-z])[\u0300-\u036f]+', '\1', 'g'), NFC);

-- Whether others may find the recipes of an account by search.
CREATE FUNCTION is_findable(a account) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN a.suspended_at IS NULL AND a.deleted_at IS NULL AND (a.indexable OR a.host <> '');

-- A lexeme for how often a recipe was cooked. Matches in a higher tier are sorted before all others.
CREATE FUNCTION cooked_tier(cooked integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN cooked >= 20 THEN '=k:3' WHEN cooked >= 5 THEN '=k:2' WHEN cooked >= 1 THEN '=k:1' ELSE '=k:0' END;

-- The mean as if five more accounts had rated with 3 stars, so that a few ratings do not outweigh many.
CREATE FUNCTION rating_score(count integer, sum integer) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (sum + 15) / (count + 5)::float8;

-- Lexemes for the tier of a recipe's score, as for how often it was cooked, and for each number of stars that its mean reaches.
CREATE FUNCTION rating_terms(count integer, sum integer) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN count = 0 THEN ARRAY['=r:1'] ELSE ARRAY[
    CASE WHEN rating_score(count, sum) >= 4.25 THEN '=r:5' WHEN rating_score(count, sum) >= 3.75 THEN '=r:4'
      WHEN rating_score(count, sum) >= 3.25 THEN '=r:3' WHEN rating_score(count, sum) >= 3 THEN '=r:2' ELSE '=r:0' END]
    || ARRAY(SELECT '=s:' || stars FROM generate_series(1, 5) AS stars WHERE round(sum::numeric / count, 1) >= stars) END;

-- What search reads of a published recipe: see docs/decisions/0045-recipe-search.md.
CREATE TABLE recipe_search (
  eventable_id bigint PRIMARY KEY REFERENCES eventable ON DELETE CASCADE ON UPDATE CASCADE,
  seq bigserial,
  account_id bigint NOT NULL,
  visibility visibility NOT NULL,
  findable boolean NOT NULL,
  has_photo boolean NOT NULL,
  total_time integer,
  cooked_count integer NOT NULL,
  rating_count integer NOT NULL,
  rating_sum integer NOT NULL,
  ingredient_count integer NOT NULL,
  terms text[] NOT NULL,
  document tsvector NOT NULL
);
CREATE INDEX recipe_search_account_id_idx ON recipe_search (account_id);
-- The newest recipes of at most 30 minutes, on the front page.
CREATE INDEX recipe_search_quick ON recipe_search (seq DESC) WHERE total_time <= 1800 AND findable AND visibility = 'public';
-- A list of pending entries would be read by every search.
CREATE INDEX recipe_search_document_idx ON recipe_search USING gin (document) WITH (fastupdate = off);

-- These facts change in many places, and always together with their copy.
CREATE FUNCTION copy_cooked_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recipe_search SET cooked_count = NEW.cooked_count,
    document = CASE WHEN cooked_tier(OLD.cooked_count) = cooked_tier(NEW.cooked_count) THEN document
      ELSE ts_delete(document, cooked_tier(OLD.cooked_count)) || array_to_tsvector(ARRAY[cooked_tier(NEW.cooked_count)]) END
  WHERE eventable_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_cooked_count AFTER UPDATE OF cooked_count ON eventable
  FOR EACH ROW WHEN (NEW.cooked_count <> OLD.cooked_count) EXECUTE FUNCTION copy_cooked_count();

CREATE FUNCTION copy_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former text[] := rating_terms(OLD.rating_count, OLD.rating_sum);
  present text[] := rating_terms(NEW.rating_count, NEW.rating_sum);
BEGIN
  UPDATE recipe_search SET rating_count = NEW.rating_count, rating_sum = NEW.rating_sum,
    document = CASE WHEN former = present THEN document ELSE ts_delete(document, former) || array_to_tsvector(present) END
  WHERE eventable_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_ratings AFTER UPDATE OF rating_count, rating_sum ON eventable FOR EACH ROW
  WHEN ((NEW.rating_count, NEW.rating_sum) <> (OLD.rating_count, OLD.rating_sum)) EXECUTE FUNCTION copy_ratings();

CREATE FUNCTION copy_findable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recipe_search SET findable = is_findable(NEW) WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_findable AFTER UPDATE OF suspended_at, deleted_at, indexable ON account
  FOR EACH ROW WHEN (is_findable(NEW) <> is_findable(OLD)) EXECUTE FUNCTION copy_findable();

-- Only followers find the public recipes of a limited account, as if these were for followers.
CREATE FUNCTION search_visibility(visibility visibility, limited_at timestamptz) RETURNS visibility LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN visibility = 'public' AND limited_at IS NOT NULL THEN 'private' ELSE visibility END;

CREATE FUNCTION copy_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recipe_search s SET visibility = search_visibility(e.visibility, NEW.limited_at)
  FROM eventable e WHERE s.account_id = NEW.id AND e.id = s.eventable_id;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_limit AFTER UPDATE OF limited_at ON account FOR EACH ROW
  WHEN ((OLD.limited_at IS NULL) <> (NEW.limited_at IS NULL)) EXECUTE FUNCTION copy_limit();

CREATE FUNCTION copy_has_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recipe_search SET has_photo = EXISTS (
    SELECT 1 FROM medium WHERE medium.eventable_id = recipe_search.eventable_id AND state <> 'failed')
  WHERE eventable_id = coalesce(NEW.eventable_id, OLD.eventable_id);
  RETURN NULL;
END $$;
CREATE TRIGGER copy_has_photo AFTER DELETE OR UPDATE OF eventable_id, state ON medium
  FOR EACH ROW EXECUTE FUNCTION copy_has_photo();

CREATE FUNCTION set_has_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recipe_search SET has_photo = true
  WHERE eventable_id = ANY(ARRAY(SELECT eventable_id FROM inserted WHERE state <> 'failed')) AND NOT has_photo;
  RETURN NULL;
END $$;

-- Once per statement, because activities are ingested in batches.
CREATE TRIGGER set_has_photo AFTER INSERT ON medium
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION set_has_photo();
