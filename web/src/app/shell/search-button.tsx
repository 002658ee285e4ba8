import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useNotify } from '../../design/feedback/notify.ts';
import { Icon } from '../../design/icons.tsx';
import { isDialogOpen } from '../../design/is-dialog-open.ts';
import { useI18n } from '../../language/i18n.tsx';

const load = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** Opens the palette, as Ctrl K and `/` do. The palette's code is loaded on first use. */
export function SearchButton() {
  const { t } = useI18n();
  const notify = useNotify();
  const [opened, setOpened] = useState(0);
  const open = () => void load().then(() => setOpened((count) => count + 1), notify.error);
  useHotkeys([['/', open]]);
  // In text fields too, which have the focus on most pages, such as the till. A dialog keeps what is typed in it.
  useHotkeys([['mod+K', () => isDialogOpen() || open()]], [], true);
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        title="Ctrl K"
        aria-label={t('app.search')}
        aria-keyshortcuts="Control+K"
        onClick={open}
      >
        <Icon name="search" />
      </ActionIcon>
      {opened > 0 && (
        <Suspense fallback={null}>
          <Palette opened={opened} />
        </Suspense>
      )}
    </>
  );
}
