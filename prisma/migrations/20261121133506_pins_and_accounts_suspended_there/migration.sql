-- AlterTable
ALTER TABLE "account" ADD COLUMN     "suspended_there" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "pin" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pin_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pin_eventable_id_key" ON "pin"("eventable_id");

-- CreateIndex
CREATE INDEX "pin_account_id_id_idx" ON "pin"("account_id", "id");

-- AddForeignKey
ALTER TABLE "pin" ADD CONSTRAINT "pin_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pin" ADD CONSTRAINT "pin_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;
