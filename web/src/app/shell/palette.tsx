import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { textOf } from '../../design/forms/form-values.ts';
import { Icon } from '../../design/icons.tsx';
import { sectionsFor } from '../../features/settings/sections.ts';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { navItemsFor } from './nav-items.ts';
import { useActs, useFound } from './palette-found.tsx';
import { intentOf } from './palette-rules.ts';

const [store, spotlight] = createSpotlight();

/**
 * Command palette (Ctrl K): opens any page, product, customer or sale by a part of its name, and does what is typed, such
 * as `refund ZSM6GK`. Opens each time the count changes.
 */
export function Palette({ opened }: { opened: number }) {
  const { t } = useI18n();
  const session = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the count only.
  useEffect(() => spotlight.open(), [opened]);
  const typed = textOf(query) ?? '';
  const intent = intentOf(query, {
    refund: t('palette.word.refund'),
    void: t('palette.word.void'),
    adjust: t('palette.word.adjust'),
    add: t('palette.word.add'),
    invite: t('palette.word.invite'),
  });
  const pages = navItemsFor(session).map(
    ({ to, icon, text }): SpotlightActionData => ({
      id: to,
      label: t(text),
      leftSection: <Icon name={icon} />,
      onClick: () => void navigate({ to }),
    }),
  );
  const sections = sectionsFor(session).map(
    ({ to, text }): SpotlightActionData => ({
      id: to,
      label: t(text),
      description: t('settings.title'),
      leftSection: <Icon name="settings" />,
      onClick: () => void navigate({ to }),
    }),
  );
  const found = useFound(intent === undefined ? typed : '');
  const acts = useActs(intent, query);
  const actions = [...acts, ...pages, ...(typed === '' ? [] : [...sections, ...found])];
  useSelectedFirst(typed);
  return (
    <Spotlight
      store={store}
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight="min(480px, 60dvh)"
      nothingFound={t('app.nothingFound')}
      searchProps={{
        placeholder: t('palette.hint'),
        'aria-label': t('app.search'),
        leftSection: <Icon name="search" />,
      }}
    />
  );
}

/**
 * Selects the first action when it comes later than the typed text, so that Enter runs it. The library keeps the
 * selection as an attribute of the element, which is lost if an answer renders the same actions in new elements: so it
 * is looked at after each render.
 */
function useSelectedFirst(typed: string): void {
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (typed === '' || list === null || list.querySelector('[data-selected]') !== null) return;
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  });
}
