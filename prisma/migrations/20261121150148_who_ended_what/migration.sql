-- AlterTable
ALTER TABLE "like" ADD COLUMN     "reaction_iri" TEXT;

-- AlterTable
ALTER TABLE "tombstone" DROP CONSTRAINT "tombstone_pkey",
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD CONSTRAINT "tombstone_pkey" PRIMARY KEY ("iri", "actor_iri");

-- CreateIndex
CREATE UNIQUE INDEX "like_reaction_iri_key" ON "like"("reaction_iri");

-- What is kept of pictures of other servers, to find what was looked at longest ago.
CREATE INDEX medium_cached ON medium (used_at, id) INCLUDE (bytes) WHERE remote_url IS NOT NULL AND state = 'ready';
