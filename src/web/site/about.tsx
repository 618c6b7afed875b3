/** The page about this server: description, rules and contact. */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { listPublicRules } from '../../domain/moderation/domain-rules.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { version } from '../../lib/paths.ts';
import { headTags } from '../components/layout.tsx';
import { pageHandler } from '../components/page-handler.tsx';
import { ContactText, richText } from '../components/texts.tsx';
import { registrationText } from '../components/value-texts.tsx';

export const about = new Hono().get(
  '/about',
  pageHandler(async () => {
    const [{ name, description, rules, contact, registration }, moderated] = await Promise.all([
      getInstanceProfile(),
      listPublicRules(),
    ]);
    const body = (
      <>
        <h1>{t('about.heading', { name })}</h1>
        {description === '' ? (
          <p class="lead">{t('about.lead')}</p>
        ) : (
          <div class="lead prose">{raw(renderMarkdown(description))}</div>
        )}
        <p>{richText('about.runs', { strong: (text) => <strong>{text}</strong>, version })}</p>
        {rules === '' ? null : (
          <>
            <h2 id="rules">{t('about.rules')}</h2>
            <div class="prose">{raw(renderMarkdown(rules))}</div>
          </>
        )}
        {contact === '' ? null : (
          <>
            <h2>{t('about.contact')}</h2>
            <p>{richText('about.write-to-operator', { contact: <ContactText contact={contact} /> })}</p>
          </>
        )}
        {moderated.length === 0 ? null : (
          <>
            <h2>{t('about.other-servers')}</h2>
            <p>{t('about.other-servers-text')}</p>
            <ul>
              {moderated.map(({ host, severity, publicComment }) => (
                <li>
                  {richText('about.server-rule', { host: <strong>{host}</strong>, severity, comment: publicComment })}
                </li>
              ))}
            </ul>
          </>
        )}
        <h2>{t('about.follow')}</h2>
        <p>{richText('about.follow-text', { address: <strong>{`@name@${config.host}`}</strong> })}</p>
        <h2>{t('about.joining')}</h2>
        <p>
          {registrationText(registration)}
          {registration === 'closed' ? null : (
            <>
              {' '}
              <a href="/register">{t('about.join')}</a>
            </>
          )}
        </p>
        <h2>{t('about.developers')}</h2>
        <p>{richText('about.developers-text', { link: (text) => <a href="/api/docs">{text}</a> })}</p>
        <p>{t('about.license')}</p>
      </>
    );
    const head = headTags({
      title: t('about.heading', { name }),
      canonical: `${config.baseUrl}/about`,
      index: true,
    });
    return { title: t('about.title'), body, layout: { width: 'text' as const, head } };
  }),
);
