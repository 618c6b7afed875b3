-- CreateTable
CREATE TABLE "imported_recipe" (
    "account_id" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,
    "eventable_id" BIGINT NOT NULL,

    CONSTRAINT "imported_recipe_pkey" PRIMARY KEY ("account_id","digest")
);

-- CreateTable
CREATE TABLE "import" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "format" TEXT NOT NULL DEFAULT '',
    "source_url" TEXT,
    "preview" JSONB NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "import_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "imported_recipe_eventable_id_idx" ON "imported_recipe"("eventable_id");

-- CreateIndex
CREATE UNIQUE INDEX "import_key_key" ON "import"("key");

-- CreateIndex
CREATE INDEX "import_account_id_id_idx" ON "import"("account_id", "id");

-- CreateIndex
CREATE INDEX "import_created_at_idx" ON "import"("created_at");

-- AddForeignKey
ALTER TABLE "imported_recipe" ADD CONSTRAINT "imported_recipe_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_recipe" ADD CONSTRAINT "imported_recipe_eventable_id_fkey" FOREIGN KEY ("eventable_id") REFERENCES "eventable"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import" ADD CONSTRAINT "import_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
