import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { Adjust } from './adjust.tsx';
import { type Level, useWarehouses } from './levels.ts';
import { Transfer } from './transfer.tsx';

/** Buttons to adjust or transfer a level, if the role may, and their dialogs. */
export function useChanges(): { buttons: ((level: Level) => ReactNode) | undefined; window: ReactNode } {
  const { t } = useI18n();
  const { may } = useSession();
  const warehouses = useWarehouses();
  const [level, setLevel] = useState<Level>();
  const [open, setOpen] = useState<'adjust' | 'transfer'>();
  if (!may('stock:write')) return { buttons: undefined, window: null };
  const close = () => setOpen(undefined);
  const change = (chosen: Level, kind: typeof open) => {
    setLevel(chosen);
    setOpen(kind);
  };
  const buttons = (shown: Level) => {
    const place = { name: shown.product_name, warehouse: shown.warehouse_name };
    return (
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('stock.adjustIn', place)}
          onClick={() => change(shown, 'adjust')}
        >
          {t('stock.adjust')}
        </Button>
        {warehouses.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('stock.transferFrom', place)}
            disabled={shown.available < 1}
            onClick={() => change(shown, 'transfer')}
          >
            {t('stock.transfer')}
          </Button>
        )}
      </Group>
    );
  };
  return {
    buttons,
    window: (
      <>
        <Adjust level={level} isOpen={open === 'adjust'} onClose={close} />
        <Transfer level={level} isOpen={open === 'transfer'} onClose={close} />
      </>
    ),
  };
}
