import { NavLink, Stack } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PageTitle } from '../../design/page-title.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { sectionsFor } from './sections.ts';

/** The settings, one page for each section. */
export function Settings() {
  const { t } = useI18n();
  const session = useSession();
  const { pathname } = useLocation();
  const shown = sectionsFor(session);
  const current = shown.find(({ to }) => pathname.startsWith(to));
  const sections = useRef<HTMLElement>(null);
  // On a phone the sections scroll horizontally, so bring the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only after navigation.
  useEffect(() => {
    sections.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <Stack gap="md">
      <PageTitle tab={current === undefined ? undefined : t(current.text)}>{t('settings.title')}</PageTitle>
      <div className="with-sections">
        <nav ref={sections} aria-label={t('settings.title')} className="sections">
          {shown.map(({ to, text }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={t(text)}
              active={to === current?.to}
              aria-current={pathname === to ? 'page' : undefined}
            />
          ))}
        </nav>
        <Stack miw={0} maw={1000}>
          <Outlet />
        </Stack>
      </div>
    </Stack>
  );
}
