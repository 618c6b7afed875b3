-- Hides and shows an account by its own row alone. What follows for its items is done by jobs, in batches.

-- The counters of other items leave out the items of an account up to this id. A job moves it to the end after the account
-- was suspended, and back to 0 after it was restored, and changes the counters in the same transactions.
ALTER TABLE account ADD COLUMN suspended_through bigint NOT NULL DEFAULT 0;
UPDATE account SET suspended_through = 9223372036854775807 WHERE suspended_at IS NOT NULL;
CREATE INDEX account_suspension_pending ON account (id)
  WHERE deleted_at IS NULL AND suspended_through <> CASE WHEN suspended_at IS NULL THEN 0 ELSE 9223372036854775807 END;

DROP TRIGGER copy_findable ON account;
DROP FUNCTION copy_findable();
DROP TRIGGER copy_limit ON account;
DROP FUNCTION copy_limit();
DROP TRIGGER count_items_of_account ON account;
DROP FUNCTION count_items_of_account();
DROP TRIGGER count_ratings_of_account ON account;
DROP FUNCTION count_ratings_of_account();
DROP TRIGGER count_forks_of_account ON account;
DROP FUNCTION count_forks_of_account();

-- Whether the counters leave out this item of the account. An item that is inserted has locked its account, and so
-- has the job that moves suspended_through, so each sees what the other did.
CREATE FUNCTION is_left_out(account_id bigint, eventable_id bigint) RETURNS boolean LANGUAGE sql STABLE AS
  $$ SELECT EXISTS (SELECT 1 FROM account WHERE id = $1 AND suspended_through >= $2) $$;

-- Set by a job that detaches the items around one that is deleted next, whose counters no longer matter.
CREATE FUNCTION counts_are_off() RETURNS boolean LANGUAGE sql STABLE AS
  $$ SELECT coalesce(current_setting('potluck.counts', true), '') = 'off' $$;

CREATE OR REPLACE FUNCTION count_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF counts_are_off() OR is_left_out(coalesce(NEW.account_id, OLD.account_id), coalesce(NEW.id, OLD.id)) THEN
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

CREATE OR REPLACE FUNCTION count_fork() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF counts_are_off() OR is_left_out(coalesce(NEW.account_id, OLD.account_id), coalesce(NEW.id, OLD.id)) THEN
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

CREATE OR REPLACE FUNCTION count_ratings(recipe bigint, OUT rating_count integer, OUT rating_sum integer) LANGUAGE sql STABLE AS $$
  SELECT count(*), coalesce(sum(newest.rating), 0) FROM (
    SELECT DISTINCT ON (c.account_id) c.rating
    FROM eventable c JOIN account a ON a.id = c.account_id
    WHERE c.recipe_id = recipe AND c.rating IS NOT NULL AND is_counted(c.publication, c.visibility)
      AND c.id > a.suspended_through AND c.account_id <> (SELECT account_id FROM eventable WHERE id = recipe)
    ORDER BY c.account_id, c.published_at DESC, c.id DESC
  ) AS newest $$;

CREATE OR REPLACE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recipe bigint;
BEGIN
  IF counts_are_off() THEN
    RETURN NULL;
  END IF;
  FOR recipe IN SELECT DISTINCT id FROM unnest(ARRAY[OLD.recipe_id, NEW.recipe_id]) AS id WHERE id IS NOT NULL ORDER BY id LOOP
    PERFORM recount_ratings(recipe);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF counts_are_off() THEN
    RETURN NULL;
  END IF;
  UPDATE eventable e
  SET revisions_count = greatest(0, e.revisions_count + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
  WHERE e.id = coalesce(NEW.eventable_id, OLD.eventable_id)
    AND is_as_open(coalesce(NEW.visibility, OLD.visibility), e.visibility);
  RETURN NULL;
END $$;

-- Search asks the account whether its recipes may be found, so `visibility` is what the recipe itself says, and `findable` is
-- unused. Versions before this one still write it.
ALTER TABLE recipe_search ALTER COLUMN findable SET DEFAULT true;
UPDATE recipe_search s SET visibility = e.visibility
FROM account a, eventable e WHERE a.limited_at IS NOT NULL AND s.account_id = a.id AND e.id = s.eventable_id
  AND s.visibility <> e.visibility;
CREATE INDEX recipe_search_quick_public ON recipe_search (seq DESC) WHERE total_time <= 1800 AND visibility = 'public';

-- Once per statement: each update of the same row in a transaction takes longer than the one before.
DROP TRIGGER count_collection_follow ON collection_follow;
DROP FUNCTION count_collection_follow();
CREATE FUNCTION count_collection_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE collection c SET followers_count = greatest(0, c.followers_count + CASE TG_OP WHEN 'INSERT' THEN n ELSE -n END)
  FROM (SELECT collection_id, count(*)::int AS n FROM changed GROUP BY collection_id) AS counted
  WHERE c.id = counted.collection_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_collection_follows AFTER INSERT ON collection_follow
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_collection_follows();
CREATE TRIGGER count_ended_collection_follows AFTER DELETE ON collection_follow
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_collection_follows();
