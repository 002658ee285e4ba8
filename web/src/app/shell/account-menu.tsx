import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { chooseDensity, densities, useDensity } from '../../design/density.ts';
import { useNotify } from '../../design/feedback/notify.ts';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { type LanguageName, languages } from '../../language/texts.ts';
import { isSignedInByPin } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { endSession, lockTill } from '../../session/session-state.ts';
import { openShop } from '../../session/shop.ts';
import './account-menu.css';
import { itemAfterKey } from './menu-rules.ts';

const id = 'account-menu';

export function useSignOut() {
  const notify = useNotify();
  return () => void endSession().catch(notify.error);
}

/**
 * The shop, the language and the account. The browser's own popover: the menu of the component library with what places
 * it would be a tenth of the first load.
 */
export function AccountMenu() {
  const { t } = useI18n();
  const { user } = useSession();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => menu.current?.hidePopover();
  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const next = itemAfterKey(event.key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Its button closes it by itself.
    const isOutside = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget);
    if (isOutside && relatedTarget.closest('[popovertarget]') === null) close();
  };
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('app.account', { name: user.name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <Icon name="user" />
      </ActionIcon>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a menu while it is open; before, keys belong to the page. */}
      <div
        ref={menu}
        id={id}
        className="menu"
        popover="auto"
        {...(isOpen ? { role: 'menu', 'aria-label': t('app.account', { name: user.name }) } : {})}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onClick={close}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <Entries />}
      </div>
    </>
  );
}

function Entries() {
  const { t, language, switchLanguage } = useI18n();
  const { user, merchant, shops } = useSession();
  const signOut = useSignOut();
  const density = useDensity();
  return (
    <>
      <div className="menu-label">
        {user.name} · {t(`role.${user.role}`)}
      </div>
      {shops.length > 1 && (
        <Group label={t('app.shops')}>
          {shops.map(({ id, name }) => (
            <Item key={id} isChosen={id === merchant.id} onClick={() => id !== merchant.id && openShop(id)}>
              {name}
            </Item>
          ))}
        </Group>
      )}
      <Group label={t('app.language')}>
        {(Object.keys(languages) as LanguageName[]).map((name) => (
          <Item key={name} lang={languages[name].tag} isChosen={name === language} onClick={() => switchLanguage(name)}>
            {languages[name].name}
          </Item>
        ))}
      </Group>
      <Group label={t('app.density')}>
        {densities.map((name) => (
          <Item key={name} isChosen={name === density} onClick={() => chooseDensity(name)}>
            {t(`app.density.${name}`)}
          </Item>
        ))}
      </Group>
      <div className="menu-group">
        {isSignedInByPin() ? (
          <Item onClick={() => void lockTill(user.id)}>{t('till.lock')}</Item>
        ) : (
          <>
            <Link to="/settings/account" role="menuitem" tabIndex={-1} className="menu-item">
              {t('settings.account')}
            </Link>
            <Item onClick={signOut}>{t('app.signOut')}</Item>
          </>
        )}
      </div>
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="menu-group" role="group" aria-label={label}>
      <div className="menu-label" aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}

interface ItemProps {
  isChosen?: boolean;
  lang?: string;
  onClick(): void;
  children: ReactNode;
}

function Item({ isChosen, lang, onClick, children }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      lang={lang}
      aria-current={isChosen || undefined}
      onClick={onClick}
    >
      <span>{children}</span>
      {isChosen && <Icon name="check" size={14} />}
    </button>
  );
}
