-- AlterTable
ALTER TABLE "eventable" ADD COLUMN     "forked_from_iri" TEXT;

-- CreateIndex
CREATE INDEX "eventable_forked_from_iri_idx" ON "eventable"("forked_from_iri");
