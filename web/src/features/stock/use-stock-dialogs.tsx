import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { AdjustDialog } from './adjust.tsx';
import type { Level } from './level-rules.ts';
import { useWarehouses } from './levels.ts';
import { TransferDialog } from './transfer.tsx';

interface StockDialogs {
  buttons: ((level: Level) => ReactNode) | undefined;
  dialogs: ReactNode;
  /** Opens the form for a difference of stock, which is sent only when the form is. */
  adjustBy(level: Level, change: number): void;
}

/** Buttons to adjust or transfer a level, if the role may, and their dialogs. */
export function useStockDialogs(): StockDialogs {
  const { t } = useI18n();
  const { may } = useSession();
  const warehouses = useWarehouses();
  const [level, setLevel] = useState<Level>();
  const [open, setOpen] = useState<'adjust' | 'transfer'>();
  const [change, setChange] = useState<number>();
  if (!may('stock:write')) return { buttons: undefined, dialogs: null, adjustBy: () => undefined };
  const close = () => setOpen(undefined);
  const show = (chosen: Level, kind: typeof open, by?: number) => {
    setLevel(chosen);
    setChange(by);
    setOpen(kind);
  };
  const buttons = (shown: Level) => {
    const names = { name: shown.product_name, warehouse: shown.warehouse_name };
    return (
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('stock.adjustIn', names)}
          onClick={() => show(shown, 'adjust')}
        >
          {t('stock.adjust')}
        </Button>
        {warehouses.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('stock.transferFrom', names)}
            disabled={shown.available < 1}
            onClick={() => show(shown, 'transfer')}
          >
            {t('stock.transfer')}
          </Button>
        )}
      </Group>
    );
  };
  return {
    buttons,
    adjustBy: (chosen, by) => show(chosen, 'adjust', by),
    dialogs: (
      <>
        <AdjustDialog level={level} change={change} isOpen={open === 'adjust'} onClose={close} />
        <TransferDialog level={level} isOpen={open === 'transfer'} onClose={close} />
      </>
    ),
  };
}
