-- CreateEnum
CREATE TYPE "account_state" AS ENUM ('unknown', 'loading', 'loaded');

-- CreateEnum
CREATE TYPE "actor_type" AS ENUM ('Person', 'Service', 'Application', 'Group', 'Organization');

-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('member', 'admin');

-- CreateEnum
CREATE TYPE "member_state" AS ENUM ('pending', 'active', 'disabled');

-- CreateEnum
CREATE TYPE "key_kind" AS ENUM ('rsa', 'ed25519');

-- CreateEnum
CREATE TYPE "eventable_type" AS ENUM ('recipe', 'preparation', 'baking', 'status');

-- CreateEnum
CREATE TYPE "visibility" AS ENUM ('public', 'unlisted', 'private', 'direct');

-- CreateEnum
CREATE TYPE "publication" AS ENUM ('draft', 'published');

-- CreateEnum
CREATE TYPE "medium_state" AS ENUM ('pending', 'ready', 'failed');

-- CreateEnum
CREATE TYPE "event_action" AS ENUM ('create', 'boost', 'reply');

-- CreateEnum
CREATE TYPE "notification_type" AS ENUM ('follow', 'follow_request', 'mention', 'reply', 'like', 'boost', 'cooked');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "signature_dialect" AS ENUM ('cavage', 'rfc9421');

-- CreateTable
CREATE TABLE "account" (
    "id" BIGSERIAL NOT NULL,
    "handle" TEXT,
    "username" TEXT NOT NULL DEFAULT '',
    "host" TEXT NOT NULL DEFAULT '',
    "iri" TEXT,
    "url" TEXT,
    "state" "account_state" NOT NULL DEFAULT 'unknown',
    "actor_type" "actor_type" NOT NULL DEFAULT 'Person',
    "name" TEXT NOT NULL DEFAULT '',
    "summary" TEXT NOT NULL DEFAULT '',
    "summary_html" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT 'und',
    "inbox" TEXT,
    "shared_inbox" TEXT,
    "outbox" TEXT,
    "followers_iri" TEXT,
    "following_iri" TEXT,
    "featured_iri" TEXT,
    "avatar_key" TEXT,
    "avatar_url" TEXT,
    "avatar_description" TEXT,
    "avatar_blurhash" TEXT,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "discoverable" BOOLEAN NOT NULL DEFAULT true,
    "indexable" BOOLEAN NOT NULL DEFAULT true,
    "recipes_as_notes" BOOLEAN NOT NULL DEFAULT false,
    "also_known_as" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "moved_to_id" BIGINT,
    "followers_count" INTEGER NOT NULL DEFAULT 0,
    "following_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "suspended_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "fetched_at" TIMESTAMPTZ(3),
    "fetch_failures" INTEGER NOT NULL DEFAULT 0,
    "next_fetch_at" TIMESTAMPTZ(3),
    "outbox_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "account_id" BIGINT NOT NULL,
    "email" TEXT,
    "password_hash" TEXT NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "state" "member_state" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "actor_key" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "iri" TEXT NOT NULL,
    "kind" "key_kind" NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "actor_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eventable" (
    "id" BIGSERIAL NOT NULL,
    "type" "eventable_type" NOT NULL,
    "account_id" BIGINT NOT NULL,
    "iri" TEXT,
    "url" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "publication" "publication" NOT NULL DEFAULT 'published',
    "visibility" "visibility" NOT NULL DEFAULT 'public',
    "slug" TEXT,
    "name" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL DEFAULT '',
    "content_html" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT 'und',
    "serving" INTEGER,
    "serving_type" TEXT,
    "prepared_at" TIMESTAMPTZ(3),
    "recipe_id" BIGINT,
    "recipe_iri" TEXT,
    "forked_from_id" BIGINT,
    "in_reply_to_id" BIGINT,
    "in_reply_to_iri" TEXT,
    "sensitive" BOOLEAN NOT NULL DEFAULT false,
    "spoiler_text" TEXT NOT NULL DEFAULT '',
    "source_url" TEXT,
    "prep_time" INTEGER,
    "cook_time" INTEGER,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "likes_count" INTEGER NOT NULL DEFAULT 0,
    "boosts_count" INTEGER NOT NULL DEFAULT 0,
    "replies_count" INTEGER NOT NULL DEFAULT 0,
    "cooked_count" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fetched_at" TIMESTAMPTZ(3),
    "replies_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "eventable_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ingredient" (
    "id" BIGSERIAL NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "quantity_num" BIGINT,
    "quantity_den" BIGINT,
    "quantity_max_num" BIGINT,
    "quantity_max_den" BIGINT,
    "unit" TEXT,
    "note" TEXT,
    "group_name" TEXT,
    "optional" BOOLEAN NOT NULL DEFAULT false,
    "scalable" BOOLEAN NOT NULL DEFAULT true,
    "original_text" TEXT,

    CONSTRAINT "ingredient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step" (
    "id" BIGSERIAL NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "content_html" TEXT NOT NULL,
    "duration" INTEGER,
    "ingredient_positions" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_link" (
    "id" BIGSERIAL NOT NULL,
    "step_id" BIGINT NOT NULL,
    "source_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "target_id" BIGINT,
    "target_iri" TEXT,
    "serving" INTEGER,

    CONSTRAINT "step_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mention" (
    "eventable_id" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,

    CONSTRAINT "mention_pkey" PRIMARY KEY ("eventable_id","account_id")
);

-- CreateTable
CREATE TABLE "medium" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "eventable_id" BIGINT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "state" "medium_state" NOT NULL DEFAULT 'pending',
    "key" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "content_type" TEXT NOT NULL DEFAULT '',
    "width" INTEGER NOT NULL DEFAULT 0,
    "height" INTEGER NOT NULL DEFAULT 0,
    "blurhash" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "remote_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "medium_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collection" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collection_item" (
    "id" BIGSERIAL NOT NULL,
    "collection_id" BIGINT NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGINT NOT NULL,
    "action" "event_action" NOT NULL,
    "account_id" BIGINT NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "backfilled" BOOLEAN NOT NULL DEFAULT false,
    "fanned_out_at" TIMESTAMPTZ(3),
    "txid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "fan_snapshot" pg_snapshot,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "home_entry" (
    "account_id" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "eventable_id" BIGINT NOT NULL,

    CONSTRAINT "home_entry_pkey" PRIMARY KEY ("account_id","event_id")
);

-- CreateTable
CREATE TABLE "follow" (
    "id" BIGSERIAL NOT NULL,
    "follower_id" BIGINT NOT NULL,
    "followee_id" BIGINT NOT NULL,
    "iri" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "follow_request" (
    "id" BIGSERIAL NOT NULL,
    "requester_id" BIGINT NOT NULL,
    "target_id" BIGINT NOT NULL,
    "iri" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follow_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "block" (
    "id" BIGSERIAL NOT NULL,
    "blocker_id" BIGINT NOT NULL,
    "blocked_id" BIGINT NOT NULL,
    "iri" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "block_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "like" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "iri" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "like_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "boost" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "iri" TEXT,
    "visibility" "visibility" NOT NULL DEFAULT 'public',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "boost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "type" "notification_type" NOT NULL,
    "actor_id" BIGINT NOT NULL,
    "eventable_id" BIGINT,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eventable_trend" (
    "eventable_id" BIGINT NOT NULL,
    "type" "eventable_type" NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "eventable_trend_pkey" PRIMARY KEY ("eventable_id")
);

-- CreateTable
CREATE TABLE "account_trend" (
    "account_id" BIGINT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "account_trend_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "secret_hash" TEXT,
    "name" TEXT NOT NULL,
    "website" TEXT,
    "redirect_uris" TEXT[],
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authorization_code" (
    "id" BIGSERIAL NOT NULL,
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorization_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "id" BIGSERIAL NOT NULL,
    "hash" BYTEA NOT NULL,
    "account_id" BIGINT NOT NULL,
    "client_id" TEXT,
    "code_id" BIGINT,
    "name" TEXT NOT NULL DEFAULT '',
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "id" BIGSERIAL NOT NULL,
    "hash" BYTEA NOT NULL,
    "account_id" BIGINT NOT NULL,
    "client_id" TEXT NOT NULL,
    "code_id" BIGINT,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" BIGSERIAL NOT NULL,
    "hash" BYTEA NOT NULL,
    "account_id" BIGINT NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_reply" (
    "token_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_reply_pkey" PRIMARY KEY ("token_id","key")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "job" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "dedupe_key" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "offered_at" TIMESTAMPTZ(3),
    "errors" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "quarantined_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound" (
    "id" BIGSERIAL NOT NULL,
    "actor_iri" TEXT NOT NULL,
    "activity_iri" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "inbound_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activity" (
    "id" BIGSERIAL NOT NULL,
    "iri" TEXT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "object_iri" TEXT,
    "body" TEXT NOT NULL,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" BIGSERIAL NOT NULL,
    "activity_id" BIGINT NOT NULL,
    "inbox" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host" (
    "host" TEXT NOT NULL,
    "dialect" "signature_dialect" NOT NULL DEFAULT 'cavage',
    "software" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "open_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_failure_at" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "domain_block" (
    "host" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_block_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "tombstone" (
    "iri" TEXT NOT NULL,
    "actor_iri" TEXT NOT NULL,
    "former_type" TEXT,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tombstone_pkey" PRIMARY KEY ("iri")
);

-- CreateTable
CREATE TABLE "report" (
    "id" BIGSERIAL NOT NULL,
    "reporter_id" BIGINT,
    "account_id" BIGINT NOT NULL,
    "eventable_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "comment" TEXT NOT NULL DEFAULT '',
    "iri" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "key_value" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_value_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_handle_key" ON "account"("handle");

-- CreateIndex
CREATE UNIQUE INDEX "account_iri_key" ON "account"("iri");

-- CreateIndex
CREATE INDEX "account_moved_to_id_idx" ON "account"("moved_to_id");

-- CreateIndex
CREATE INDEX "account_host_idx" ON "account"("host");

-- CreateIndex
CREATE INDEX "account_next_fetch_at_idx" ON "account"("next_fetch_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_email_key" ON "member"("email");

-- CreateIndex
CREATE UNIQUE INDEX "actor_key_iri_key" ON "actor_key"("iri");

-- CreateIndex
CREATE UNIQUE INDEX "actor_key_account_id_kind_iri_key" ON "actor_key"("account_id", "kind", "iri");

-- CreateIndex
CREATE UNIQUE INDEX "eventable_iri_key" ON "eventable"("iri");

-- CreateIndex
CREATE INDEX "eventable_account_id_type_id_idx" ON "eventable"("account_id", "type", "id" DESC);

-- CreateIndex
CREATE INDEX "eventable_recipe_id_idx" ON "eventable"("recipe_id");

-- CreateIndex
CREATE INDEX "eventable_forked_from_id_idx" ON "eventable"("forked_from_id");

-- CreateIndex
CREATE INDEX "eventable_in_reply_to_id_idx" ON "eventable"("in_reply_to_id");

-- CreateIndex
CREATE INDEX "eventable_tags_idx" ON "eventable" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "eventable_account_id_slug_key" ON "eventable"("account_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "ingredient_eventable_id_position_key" ON "ingredient"("eventable_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "step_eventable_id_position_key" ON "step"("eventable_id", "position");

-- CreateIndex
CREATE INDEX "step_link_source_id_idx" ON "step_link"("source_id");

-- CreateIndex
CREATE INDEX "step_link_target_id_idx" ON "step_link"("target_id");

-- CreateIndex
CREATE INDEX "step_link_target_iri_idx" ON "step_link"("target_iri");

-- CreateIndex
CREATE UNIQUE INDEX "step_link_step_id_position_key" ON "step_link"("step_id", "position");

-- CreateIndex
CREATE INDEX "mention_account_id_idx" ON "mention"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "medium_key_key" ON "medium"("key");

-- CreateIndex
CREATE INDEX "medium_eventable_id_position_idx" ON "medium"("eventable_id", "position");

-- CreateIndex
CREATE INDEX "medium_account_id_idx" ON "medium"("account_id");

-- CreateIndex
CREATE INDEX "collection_account_id_id_idx" ON "collection"("account_id", "id");

-- CreateIndex
CREATE INDEX "collection_item_eventable_id_idx" ON "collection_item"("eventable_id");

-- CreateIndex
CREATE UNIQUE INDEX "collection_item_collection_id_eventable_id_key" ON "collection_item"("collection_id", "eventable_id");

-- CreateIndex
CREATE INDEX "event_account_id_id_idx" ON "event"("account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "event_eventable_id_account_id_action_key" ON "event"("eventable_id", "account_id", "action");

-- CreateIndex
CREATE INDEX "home_entry_event_id_idx" ON "home_entry"("event_id");

-- CreateIndex
CREATE INDEX "home_entry_eventable_id_account_id_idx" ON "home_entry"("eventable_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "follow_iri_key" ON "follow"("iri");

-- CreateIndex
CREATE INDEX "follow_followee_id_follower_id_idx" ON "follow"("followee_id", "follower_id");

-- CreateIndex
CREATE INDEX "follow_followee_id_id_idx" ON "follow"("followee_id", "id" DESC);

-- CreateIndex
CREATE INDEX "follow_follower_id_id_idx" ON "follow"("follower_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "follow_follower_id_followee_id_key" ON "follow"("follower_id", "followee_id");

-- CreateIndex
CREATE UNIQUE INDEX "follow_request_iri_key" ON "follow_request"("iri");

-- CreateIndex
CREATE INDEX "follow_request_target_id_id_idx" ON "follow_request"("target_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "follow_request_requester_id_target_id_key" ON "follow_request"("requester_id", "target_id");

-- CreateIndex
CREATE UNIQUE INDEX "block_iri_key" ON "block"("iri");

-- CreateIndex
CREATE INDEX "block_blocked_id_idx" ON "block"("blocked_id");

-- CreateIndex
CREATE UNIQUE INDEX "block_blocker_id_blocked_id_key" ON "block"("blocker_id", "blocked_id");

-- CreateIndex
CREATE UNIQUE INDEX "like_iri_key" ON "like"("iri");

-- CreateIndex
CREATE INDEX "like_eventable_id_id_idx" ON "like"("eventable_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "like_account_id_eventable_id_key" ON "like"("account_id", "eventable_id");

-- CreateIndex
CREATE UNIQUE INDEX "boost_iri_key" ON "boost"("iri");

-- CreateIndex
CREATE INDEX "boost_eventable_id_id_idx" ON "boost"("eventable_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "boost_account_id_eventable_id_key" ON "boost"("account_id", "eventable_id");

-- CreateIndex
CREATE INDEX "notification_account_id_id_idx" ON "notification"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notification_actor_id_idx" ON "notification"("actor_id");

-- CreateIndex
CREATE INDEX "notification_eventable_id_idx" ON "notification"("eventable_id");

-- CreateIndex
CREATE INDEX "eventable_trend_type_score_idx" ON "eventable_trend"("type", "score" DESC);

-- CreateIndex
CREATE INDEX "account_trend_score_idx" ON "account_trend"("score" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "authorization_code_hash_key" ON "authorization_code"("hash");

-- CreateIndex
CREATE INDEX "authorization_code_client_id_idx" ON "authorization_code"("client_id");

-- CreateIndex
CREATE INDEX "authorization_code_account_id_idx" ON "authorization_code"("account_id");

-- CreateIndex
CREATE INDEX "authorization_code_expires_at_idx" ON "authorization_code"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "access_token_hash_key" ON "access_token"("hash");

-- CreateIndex
CREATE INDEX "access_token_account_id_idx" ON "access_token"("account_id");

-- CreateIndex
CREATE INDEX "access_token_client_id_idx" ON "access_token"("client_id");

-- CreateIndex
CREATE INDEX "access_token_code_id_idx" ON "access_token"("code_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_token_hash_key" ON "refresh_token"("hash");

-- CreateIndex
CREATE INDEX "refresh_token_account_id_idx" ON "refresh_token"("account_id");

-- CreateIndex
CREATE INDEX "refresh_token_client_id_idx" ON "refresh_token"("client_id");

-- CreateIndex
CREATE INDEX "refresh_token_code_id_idx" ON "refresh_token"("code_id");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "session_hash_key" ON "session"("hash");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "idempotent_reply_created_at_idx" ON "idempotent_reply"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_dedupe_key_key" ON "outbox"("dedupe_key");

-- CreateIndex
CREATE INDEX "inbound_received_at_idx" ON "inbound"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "inbound_actor_iri_activity_iri_key" ON "inbound"("actor_iri", "activity_iri");

-- CreateIndex
CREATE UNIQUE INDEX "activity_iri_key" ON "activity"("iri");

-- CreateIndex
CREATE INDEX "activity_account_id_id_idx" ON "activity"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "activity_created_at_idx" ON "activity"("created_at");

-- CreateIndex
CREATE INDEX "delivery_host_state_idx" ON "delivery"("host", "state");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_activity_id_inbox_key" ON "delivery"("activity_id", "inbox");

-- CreateIndex
CREATE INDEX "host_open_until_idx" ON "host"("open_until");

-- CreateIndex
CREATE INDEX "tombstone_deleted_at_idx" ON "tombstone"("deleted_at");

-- CreateIndex
CREATE UNIQUE INDEX "report_iri_key" ON "report"("iri");

-- CreateIndex
CREATE INDEX "report_account_id_idx" ON "report"("account_id");

-- CreateIndex
CREATE INDEX "report_reporter_id_idx" ON "report"("reporter_id");

-- CreateIndex
CREATE INDEX "key_value_expires_at_idx" ON "key_value"("expires_at");

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_moved_to_id_fkey" FOREIGN KEY ("moved_to_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "actor_key" ADD CONSTRAINT "actor_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eventable" ADD CONSTRAINT "eventable_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eventable" ADD CONSTRAINT "eventable_recipe_id_fkey" FOREIGN KEY ("recipe_id") REFERENCES "eventable"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eventable" ADD CONSTRAINT "eventable_forked_from_id_fkey" FOREIGN KEY ("forked_from_id") REFERENCES "eventable"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eventable" ADD CONSTRAINT "eventable_in_reply_to_id_fkey" FOREIGN KEY ("in_reply_to_id") REFERENCES "eventable"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ingredient" ADD CONSTRAINT "ingredient_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step" ADD CONSTRAINT "step_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_link" ADD CONSTRAINT "step_link_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "step"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_link" ADD CONSTRAINT "step_link_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_link" ADD CONSTRAINT "step_link_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "eventable"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "medium" ADD CONSTRAINT "medium_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "medium" ADD CONSTRAINT "medium_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_item" ADD CONSTRAINT "collection_item_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_item" ADD CONSTRAINT "collection_item_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "home_entry" ADD CONSTRAINT "home_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "home_entry" ADD CONSTRAINT "home_entry_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follow" ADD CONSTRAINT "follow_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follow" ADD CONSTRAINT "follow_followee_id_fkey" FOREIGN KEY ("followee_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follow_request" ADD CONSTRAINT "follow_request_requester_id_fkey" FOREIGN KEY ("requester_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follow_request" ADD CONSTRAINT "follow_request_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "block" ADD CONSTRAINT "block_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "block" ADD CONSTRAINT "block_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "like" ADD CONSTRAINT "like_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "like" ADD CONSTRAINT "like_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "boost" ADD CONSTRAINT "boost_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "boost" ADD CONSTRAINT "boost_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eventable_trend" ADD CONSTRAINT "eventable_trend_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_trend" ADD CONSTRAINT "account_trend_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_code_id_fkey" FOREIGN KEY ("code_id") REFERENCES "authorization_code"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_code_id_fkey" FOREIGN KEY ("code_id") REFERENCES "authorization_code"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotent_reply" ADD CONSTRAINT "idempotent_reply_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "access_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language has no word for ------------------------------------

-- Event ids sort by time: ms since 2020 × 4096, plus a sequence that keeps those of one ms apart.
CREATE SEQUENCE event_sequence;

CREATE FUNCTION event_id_at(at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT (floor(extract(epoch FROM at) * 1000)::bigint - 1577836800000) * 4096 $$;

CREATE FUNCTION next_event_id() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT event_id_at(clock_timestamp()) + nextval('event_sequence') % 4096 $$;

-- Of its publication, clamped to 2020 … now; a taken id gives the next free one.
CREATE FUNCTION backfilled_event_id(at timestamptz) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  candidate bigint := event_id_at(least(greatest(at, timestamptz '2020-01-01 00:00:00.001Z'), clock_timestamp()));
BEGIN
  WHILE EXISTS (SELECT 1 FROM event WHERE id = candidate) LOOP
    candidate := candidate + 1;
  END LOOP;
  RETURN candidate;
END $$;

CREATE INDEX outbox_due ON outbox (due_at) WHERE offered_at IS NULL AND quarantined_at IS NULL;
CREATE INDEX outbox_offered ON outbox (offered_at) WHERE offered_at IS NOT NULL AND quarantined_at IS NULL;
CREATE INDEX event_unfinished ON event (id) WHERE fanned_out_at IS NULL;
CREATE INDEX eventable_recipe_iri ON eventable (recipe_iri) WHERE recipe_iri IS NOT NULL;
CREATE INDEX eventable_in_reply_to_iri ON eventable (in_reply_to_iri) WHERE in_reply_to_iri IS NOT NULL;
CREATE UNIQUE INDEX notification_once ON notification (account_id, type, actor_id, coalesce(eventable_id, 0));

ALTER TABLE account
  ADD CONSTRAINT account_local_is_whole CHECK (
    host <> '' OR handle IS NULL OR deleted_at IS NOT NULL
    OR (state = 'loaded' AND iri IS NOT NULL AND handle = username AND username ~ '^[a-z0-9_]{1,30}$' AND username !~ '^[0-9]+$')),
  ADD CONSTRAINT account_remote_is_named CHECK (host = '' OR handle IS NULL OR handle LIKE '%@%'),
  ADD CONSTRAINT account_known_is_reachable CHECK (state = 'unknown' OR iri IS NOT NULL),
  ADD CONSTRAINT account_counts CHECK (followers_count >= 0 AND following_count >= 0);

ALTER TABLE eventable
  ADD CONSTRAINT eventable_recipe CHECK (type <> 'recipe' OR (name <> '' AND serving IS NOT NULL AND publication = 'published')),
  ADD CONSTRAINT eventable_cooked CHECK (
    type NOT IN ('preparation', 'baking') OR (name <> '' AND serving IS NOT NULL AND prepared_at IS NOT NULL)),
  ADD CONSTRAINT eventable_status CHECK (type <> 'status' OR (publication = 'published' AND slug IS NULL)),
  ADD CONSTRAINT eventable_direct_is_status CHECK (visibility <> 'direct' OR type = 'status'),
  ADD CONSTRAINT eventable_published_has_iri CHECK (publication = 'draft' OR iri IS NOT NULL),
  ADD CONSTRAINT eventable_serving CHECK (serving IS NULL OR serving > 0),
  ADD CONSTRAINT eventable_generation CHECK (generation > 0 AND version > 0),
  ADD CONSTRAINT eventable_times CHECK (coalesce(prep_time, 0) >= 0 AND coalesce(cook_time, 0) >= 0),
  ADD CONSTRAINT eventable_counts CHECK (likes_count >= 0 AND boosts_count >= 0 AND replies_count >= 0 AND cooked_count >= 0);

ALTER TABLE ingredient
  ADD CONSTRAINT ingredient_name CHECK (name <> ''),
  ADD CONSTRAINT ingredient_position CHECK (position >= 0),
  ADD CONSTRAINT ingredient_quantity CHECK ((quantity_num IS NULL) = (quantity_den IS NULL) AND quantity_num >= 0 AND quantity_den > 0),
  ADD CONSTRAINT ingredient_quantity_max CHECK (
    (quantity_max_num IS NULL) = (quantity_max_den IS NULL) AND quantity_max_num >= 0 AND quantity_max_den > 0);

ALTER TABLE step
  ADD CONSTRAINT step_position CHECK (position >= 0),
  ADD CONSTRAINT step_duration CHECK (duration >= 0);

ALTER TABLE step_link
  ADD CONSTRAINT step_link_serving CHECK (serving > 0);

ALTER TABLE collection ADD CONSTRAINT collection_name CHECK (name <> '');
ALTER TABLE follow ADD CONSTRAINT follow_not_oneself CHECK (follower_id <> followee_id);
ALTER TABLE follow_request ADD CONSTRAINT follow_request_not_oneself CHECK (requester_id <> target_id);
ALTER TABLE block ADD CONSTRAINT block_not_oneself CHECK (blocker_id <> blocked_id);
ALTER TABLE outbox ADD CONSTRAINT outbox_errors CHECK (errors >= 0);
ALTER TABLE delivery ADD CONSTRAINT delivery_attempts CHECK (attempts >= 0);
