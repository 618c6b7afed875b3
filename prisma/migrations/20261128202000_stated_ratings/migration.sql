-- The ratings that the page of an imported recipe states: stars and their number.

ALTER TABLE "eventable" ADD COLUMN "stated_rating" JSONB;
