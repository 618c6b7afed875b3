-- AlterTable
ALTER TABLE "import" ADD COLUMN     "done" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "finished_at" TIMESTAMPTZ(3),
ADD COLUMN     "total" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "visibility" "visibility";

-- CreateTable
CREATE TABLE "imported_item" (
    "account_id" BIGINT NOT NULL,
    "origin" TEXT NOT NULL,
    "eventable_id" BIGINT NOT NULL,
    "made_at" TIMESTAMPTZ(3),

    CONSTRAINT "imported_item_pkey" PRIMARY KEY ("account_id","origin")
);

-- CreateTable
CREATE TABLE "export" (
    "account_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "imported_item_eventable_id_key" ON "imported_item"("eventable_id");

-- CreateIndex
CREATE UNIQUE INDEX "export_key_key" ON "export"("key");

-- AddForeignKey
ALTER TABLE "imported_item" ADD CONSTRAINT "imported_item_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export" ADD CONSTRAINT "export_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
