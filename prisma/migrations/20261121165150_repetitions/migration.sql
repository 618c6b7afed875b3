-- CreateEnum
CREATE TYPE "deed_type" AS ENUM ('Announce', 'Block', 'EmojiReact', 'Follow', 'Like');

-- CreateTable
CREATE TABLE "repetition" (
    "iri" TEXT NOT NULL,
    "type" "deed_type" NOT NULL,
    "account_id" BIGINT NOT NULL,
    "target_id" BIGINT,
    "eventable_id" BIGINT,
    "ended_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "repetition_pkey" PRIMARY KEY ("iri")
);

-- CreateIndex
CREATE INDEX "repetition_account_id_type_idx" ON "repetition"("account_id", "type");

-- CreateIndex
CREATE INDEX "repetition_target_id_idx" ON "repetition"("target_id");

-- CreateIndex
CREATE INDEX "repetition_eventable_id_idx" ON "repetition"("eventable_id");

-- CreateIndex
CREATE INDEX "repetition_ended_by_idx" ON "repetition"("ended_by");

-- AddForeignKey
ALTER TABLE "repetition" ADD CONSTRAINT "repetition_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repetition" ADD CONSTRAINT "repetition_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repetition" ADD CONSTRAINT "repetition_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;
