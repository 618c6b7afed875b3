/** Shared parts of the settings pages: the list of sections, and forms that need a recent proof. */
import type { Child } from 'hono/jsx';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import type { Html } from '../components/layout.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { type FormOptions, type MemberVisitor, memberForm } from '../forms/member-page.ts';
import { requireRecentLogIn } from '../forms/recent-log-in.tsx';

type Section = [path: string, label: MessageKey];

/** In groups, of which a phone shows the sections of the current one. */
const groups: { label: MessageKey; sections: [Section, ...Section[]] }[] = [
  {
    label: 'settings.group-you',
    sections: [
      ['/settings', 'settings.tab-profile'],
      ['/language', 'settings.tab-language'],
      ['/settings/keyboard', 'settings.tab-keyboard'],
    ],
  },
  {
    label: 'settings.group-access',
    sections: [
      ['/settings/access', 'settings.tab-login'],
      ['/settings/email', 'settings.tab-email'],
      ['/settings/apps', 'settings.tab-apps'],
    ],
  },
  {
    label: 'settings.group-people',
    sections: [
      ['/settings/people', 'settings.tab-people'],
      ['/settings/filters', 'settings.tab-filters'],
      ['/settings/invitations', 'settings.tab-invitations'],
      ['/settings/moderation', 'settings.tab-moderation'],
    ],
  },
  {
    label: 'settings.group-data',
    sections: [
      ['/settings/import', 'settings.tab-import'],
      ['/settings/export', 'settings.tab-export'],
      ['/settings/move', 'settings.tab-move'],
      ['/settings/leave', 'settings.tab-delete-account'],
    ],
  },
];

/** `path` is the path of the current section. */
export const SettingsFrame = ({ path, children }: { path: string; children: Child }) => (
  <>
    <h1>{t('settings.title')}</h1>
    <div class="settings">
      <nav aria-label={t('settings.title')}>
        <ul class="setting-groups">
          {groups.map(({ label, sections }) => (
            <li class={sections.some(([href]) => href === path) ? 'current' : undefined}>
              <a class="group" href={sections[0][0]}>
                {t(label)}
              </a>
              <ul>
                {sections.map(([href, name]) => (
                  <li>
                    <a href={href} aria-current={href === path ? 'page' : undefined}>
                      {t(name)}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  </>
);

export function settingsPage({ c }: MemberVisitor, path: string, title: string, body: Html): PageContent {
  return {
    title: t('settings.page-title', { title }),
    body: (
      <SettingsFrame path={path}>
        {c.req.query('saved') ? <Note kind="good">{t('common.saved')}</Note> : null}
        {body}
      </SettingsFrame>
    ),
    layout: { width: 'text', path: '/settings' },
  };
}

/** For changes that could take over or end the account. */
export const confirmedForm = (save: Parameters<typeof memberForm>[0], options: FormOptions = {}) =>
  memberForm(async (form) => {
    await requireRecentLogIn(form);
    return save(form);
  }, options);
