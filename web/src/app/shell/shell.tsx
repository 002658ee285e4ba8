import { ActionIcon, Burger, Loader, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Mark, Starting } from '../../design/brand.tsx';
import { ShopUnavailable } from '../../design/feedback/error-pages.tsx';
import { LeaveGuard } from '../../design/forms/unsaved.tsx';
import { Icon } from '../../design/icons.tsx';
import { StateBadge } from '../../design/state-badge.tsx';
import { useApprovalsToDecide } from '../../features/approvals/approval-queries.ts';
import { useI18n } from '../../language/i18n.tsx';
import { isFactorNeeded } from '../../session/api.ts';
import { SessionProvider, useSession } from '../../session/session.tsx';
import { isSignedOut, watchSession } from '../../session/session-state.ts';
import { AccountMenu, useSignOut } from './account-menu.tsx';
import { ConnectionBadge, useLiveUpdates } from './live.tsx';
import { navItemsFor } from './nav-items.ts';
import { SearchButton } from './search-button.tsx';
import './shell.css';
import { SignInAgain } from './sign-in-again.tsx';
import { UnknownOutcomes } from './unknown-outcomes.tsx';
import { useAutoLock } from './use-auto-lock.ts';
import { usePagesAhead } from './use-pages-ahead.ts';

const SecondFactorNeeded = lazy(async () => ({
  default: (await import('../../features/settings/account/second-factor-needed.tsx')).SecondFactorNeeded,
}));

/** The frame around every page: navigation, account menu and connection state. */
export function Shell() {
  const signOut = useSignOut();
  const waiting = <Starting />;
  if (useSyncExternalStore(watchSession, isSignedOut)) return waiting;
  return (
    <SessionProvider
      waiting={waiting}
      failed={(error, retry) =>
        isFactorNeeded(error) ? (
          <Suspense fallback={<Loader m="xl" />}>
            <SecondFactorNeeded onDone={retry} onSignOut={signOut} />
          </Suspense>
        ) : (
          <ShopUnavailable error={error} retry={retry} onSignOut={signOut} />
        )
      }
    >
      <Frame />
    </SessionProvider>
  );
}

function Frame() {
  const { t, number } = useI18n();
  const session = useSession();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const toDecide = useApprovalsToDecide();
  const items = navItemsFor(session);
  usePagesAhead(items.map(({ to }) => to));
  useLiveUpdates();
  useAutoLock(session.user.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: close the menu after navigation.
  useEffect(close, [pathname]);
  return (
    <>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <header className="frame-header">
        <div>
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('app.menu')}
            aria-expanded={isOpen}
          />
          <Link to="/" className="brand">
            <Mark />
            <Text span inherit truncate maw="min(220px, 36vw)">
              {session.merchant.name}
            </Text>
          </Link>
        </div>
        <div>
          <ConnectionBadge />
          <SearchButton />
          <ColourSchemeButton />
          <AccountMenu />
        </div>
      </header>
      <nav className={isOpen ? 'frame-menu opened' : 'frame-menu'} aria-label={t('app.menu')}>
        {items.map(({ to, icon, text }) => (
          <Link
            key={to}
            to={to}
            className={isBelow(pathname, to) ? 'frame-link chosen' : 'frame-link'}
            aria-current={pathname === to ? 'page' : undefined}
          >
            <Icon name={icon} />
            <span>{t(text)}</span>
            {to === '/approvals' && toDecide > 0 && <StateBadge tone="bad">{number(toDecide)}</StateBadge>}
          </Link>
        ))}
      </nav>
      <main id="content" className="frame-content" tabIndex={-1}>
        <UnknownOutcomes />
        <Outlet />
      </main>
      <LeaveGuard />
      <SignInAgain />
    </>
  );
}

/** Whether the page belongs to this entry of the menu. */
const isBelow = (pathname: string, to: string) => (to === '/' ? pathname === '/' : pathname.startsWith(to));

function ColourSchemeButton() {
  const { t } = useI18n();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = t(isDark ? 'app.theme.light' : 'app.theme.dark');
  return (
    <ActionIcon
      variant="default"
      size="lg"
      title={label}
      aria-label={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
