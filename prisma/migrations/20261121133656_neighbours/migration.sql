-- AlterTable
ALTER TABLE "account" ADD COLUMN     "domain_blocked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "fetch_misses" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "eventable" ADD COLUMN     "context_iri" TEXT,
ADD COLUMN     "remote_boosts_count" INTEGER,
ADD COLUMN     "remote_likes_count" INTEGER,
ADD COLUMN     "remote_replies_count" INTEGER;
