import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Loader,
  Menu,
  NavLink,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Mark } from '../../design/brand.tsx';
import { ShopUnavailable } from '../../design/feedback/error-pages.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { LeaveGuard } from '../../design/forms/unsaved.tsx';
import { Icon } from '../../design/icons.tsx';
import { StateBadge } from '../../design/state-badge.tsx';
import { useApprovalsToDecide } from '../../features/approvals/approval-queries.ts';
import { useI18n } from '../../language/i18n.tsx';
import { type LanguageName, languages } from '../../language/texts.ts';
import { isFactorNeeded, isSignedInByPin } from '../../session/api.ts';
import { SessionProvider, useSession } from '../../session/session.tsx';
import { endSession, isSignedOut, lockTill, watchSession } from '../../session/session-state.ts';
import { openShop } from '../../session/shop.ts';
import { ConnectionBadge, useLiveUpdates } from './live.tsx';
import { navItemsFor } from './nav-items.ts';
import { SearchButton } from './search-button.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { UnknownOutcomes } from './unknown-outcomes.tsx';
import { useAutoLock } from './use-auto-lock.ts';

const SecondFactorNeeded = lazy(async () => ({
  default: (await import('../../features/settings/account/second-factor-needed.tsx')).SecondFactorNeeded,
}));

function useSignOut() {
  const notify = useNotify();
  return () => void endSession().catch(notify.error);
}

/** The frame around every page: navigation, account menu and connection state. */
export function Shell() {
  const { t } = useI18n();
  const signOut = useSignOut();
  const waiting = <Loader role="status" aria-label={t('app.loading')} m="xl" />;
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
  useLiveUpdates();
  useAutoLock(session.user.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: close the menu after navigation.
  useEffect(close, [pathname]);
  return (
    <>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group wrap="nowrap" miw={0}>
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
            </Group>
            <Group gap="xs" wrap="nowrap">
              <ConnectionBadge />
              <SearchButton />
              <ColourSchemeButton />
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={t('app.menu')}>
          {navItemsFor(session).map(({ to, icon, text }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={t(text)}
              leftSection={<Icon name={icon} />}
              rightSection={
                to === '/approvals' && toDecide > 0 ? <StateBadge tone="bad">{number(toDecide)}</StateBadge> : null
              }
              active={to === '/' ? pathname === '/' : pathname.startsWith(to)}
              aria-current={pathname === to ? 'page' : undefined}
            />
          ))}
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <UnknownOutcomes />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <LeaveGuard />
      <SignInAgain />
    </>
  );
}

function ColourSchemeButton() {
  const { t } = useI18n();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = t(isDark ? 'app.theme.light' : 'app.theme.dark');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <Icon name={isDark ? 'sun' : 'moon'} />
      </ActionIcon>
    </Tooltip>
  );
}

function AccountMenu() {
  const { t, language, switchLanguage } = useI18n();
  const { user, merchant, shops } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('app.account', { name: user.name })}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.name} · {t(`role.${user.role}`)}
        </Menu.Label>
        <Menu.Divider />
        {shops.length > 1 && (
          <>
            <Menu.Label>{t('app.shops')}</Menu.Label>
            {shops.map(({ id, name }) => (
              <Menu.Item
                key={id}
                onClick={() => id !== merchant.id && openShop(id)}
                aria-current={id === merchant.id || undefined}
                rightSection={id === merchant.id ? <Icon name="check" size={14} /> : undefined}
              >
                {name}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{t('app.language')}</Menu.Label>
        {(Object.keys(languages) as LanguageName[]).map((name) => (
          <Menu.Item
            key={name}
            lang={languages[name].tag}
            onClick={() => switchLanguage(name)}
            rightSection={name === language ? <Icon name="check" size={14} /> : undefined}
          >
            {languages[name].name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isSignedInByPin() ? (
          <Menu.Item onClick={() => void lockTill(user.id)}>{t('till.lock')}</Menu.Item>
        ) : (
          <>
            <Menu.Item component={Link} to="/settings/account">
              {t('settings.account')}
            </Menu.Item>
            <Menu.Item onClick={signOut}>{t('app.signOut')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
