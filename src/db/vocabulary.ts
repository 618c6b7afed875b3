/**
 * The values of the enumerations in prisma/schema.prisma, in the order of their declaration. Every layer above takes them
 * from here, so that a new value is a compile error where somebody must decide what it means.
 */
import {
  DecisionAction,
  DomainSeverity,
  FilterContext,
  ImportAction,
  ImportListKind,
  MemberRole,
  NotificationType,
  Visibility,
} from './generated/enums.ts';

export type {
  EventAction,
  FilterAction,
  ImportOutcome,
  ImportRecordKind,
  ImportState,
  MailLinkPurpose,
  MediumState,
  QuotePolicy,
  QuoteState,
  ReportCategory,
} from './generated/enums.ts';
export type {
  DecisionAction,
  DomainSeverity,
  FilterContext,
  ImportAction,
  ImportListKind,
  MemberRole,
  NotificationType,
  Visibility,
};

export const visibilities = Object.values(Visibility);
/** Of recipes, preparations, bakings and collections, which are never direct. */
export const sharedVisibilities = ['public', 'unlisted', 'private'] as const satisfies Visibility[];
export type SharedVisibility = (typeof sharedVisibilities)[number];

export const decisionActions = Object.values(DecisionAction);
export const domainSeverities = Object.values(DomainSeverity);
/**
 * `public`: public and hashtag timelines, search, trends and other lists to discover items. `thread`: replies and
 * reviews. `account`: timelines, profiles and shared collections of accounts.
 */
export const filterContexts = Object.values(FilterContext);
export const importActions = Object.values(ImportAction);
export const importListKinds = Object.values(ImportListKind);
/** From the least to the most powerful. */
export const memberRoles = Object.values(MemberRole);
export const notificationTypes = Object.values(NotificationType);
