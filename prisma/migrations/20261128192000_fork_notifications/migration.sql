-- The author of a recipe is notified when somebody makes a version of it.

ALTER TYPE "notification_type" ADD VALUE 'forked' AFTER 'cooked';
