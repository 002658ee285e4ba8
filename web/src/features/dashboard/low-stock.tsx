import { Button, Text } from '@mantine/core';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Card } from '../../design/card.tsx';
import { levelColour } from '../../design/figure-colours.ts';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { Summary } from './figures.ts';

type LowLevel = Summary['low_stock'][number];

/** Loaded when it is opened first. */
const AdjustDialog = lazy(async () => ({ default: (await import('../stock/adjust.tsx')).AdjustDialog }));

/** The most urgent of the low levels, each with a button that receives stock. */
export function LowStock({ summary: { low_stock, low_stock_count } }: { summary: Summary }) {
  const { t, counted } = useI18n();
  const { may } = useSession();
  const [level, setLevel] = useState<LowLevel>();
  const [isOpen, setOpen] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const onClosed = useFocusAfterRemoval(rows, low_stock);
  const close = () => {
    setOpen(false);
    onClosed();
  };
  const receive = (chosen: LowLevel) => {
    setLevel(chosen);
    setOpen(true);
  };
  const more = low_stock_count > 0 && (
    <TextLink to="/stock" search={{ low: true }} size="sm">
      {counted('dashboard.lowStock', low_stock_count)}
    </TextLink>
  );
  return (
    <Card title={t('dashboard.lowStock')} more={more}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div ref={rows} tabIndex={-1} role="group" aria-label={t('dashboard.lowStock')}>
        {low_stock.length === 0 ? (
          <Text c="dimmed">{t('dashboard.lowStock_none')}</Text>
        ) : (
          <ul className="dashboard-list">
            {low_stock.map((row) => (
              <Level
                key={`${row.product_id} ${row.warehouse_id}`}
                level={row}
                receive={may('stock:write') && receive}
              />
            ))}
          </ul>
        )}
      </div>
      {level !== undefined && (
        <Suspense fallback={null}>
          <AdjustDialog level={{ ...level, low_stock: true }} kind="addition" isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </Card>
  );
}

/**
 * A level that is no longer low is removed together with its button, to which the focus returned from the dialog. The
 * focus then moves to the rows instead of the page.
 * @returns a function to call when the dialog closes
 */
function useFocusAfterRemoval(rows: RefObject<HTMLElement | null>, shown: readonly unknown[]): () => void {
  const isExpected = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other rows are shown.
  useEffect(() => {
    if (isExpected.current && document.activeElement === document.body) rows.current?.focus();
    isExpected.current = false;
  }, [shown]);
  return () => {
    isExpected.current = true;
  };
}

function Level({ level, receive }: { level: LowLevel; receive: ((level: LowLevel) => void) | false }) {
  const { t, counted, number } = useI18n();
  const { product_id, product_name, warehouse_name, available, min_stock } = level;
  return (
    <li>
      <div className="growing">
        <TextLink to="/products/$id" params={{ id: product_id }} size="sm" fw={600}>
          {product_name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {warehouse_name} ·{' '}
          <Text span inherit c={levelColour(available)} fw={600} className="figures">
            {counted('dashboard.available', available)}
          </Text>
          {', '}
          {t('dashboard.reorderAt', { count: number(min_stock) })}
        </Text>
      </div>
      {receive !== false && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('dashboard.receiveIn', { name: product_name, warehouse: warehouse_name })}
          onClick={() => receive(level)}
        >
          {t('dashboard.receive')}
        </Button>
      )}
    </li>
  );
}
