import { VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useFigureCard } from './use-figure-card.ts';
import './stock-figures.css';

const StockCard = lazy(async () => ({ default: (await import('./stock-card.tsx')).StockCard }));

/** Around the figures of stock of a page: one card for all of them says why a figure is what it is. */
export function StockFigures({ children }: { children: ReactNode }) {
  const { opened, handlers, close } = useFigureCard();
  return (
    <div className="stock-figures" {...handlers}>
      {children}
      {opened !== undefined && (
        <Suspense>
          <StockCard key={`${opened.product_id} ${opened.warehouse_id}`} figure={opened} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

interface StockFigureProps {
  stock: number;
  product_id: string;
  /** Without it the figure is of all warehouses together. */
  warehouse_id?: string;
}

/** A figure of stock inside of `StockFigures`, which opens the card. */
export function StockFigure({ stock, product_id, warehouse_id }: StockFigureProps) {
  const { t, number } = useI18n();
  return (
    <button
      type="button"
      className="stock-figure"
      aria-label={t('stock.why', { stock: number(stock) })}
      aria-haspopup="true"
      data-stock-of={product_id}
      data-stock-in={warehouse_id}
    >
      {number(stock)}
    </button>
  );
}

/** The stock of a product in all warehouses, inside of `StockFigures`; a dash if it is not tracked. */
export function ProductStock({ id, stock, track_stock }: { id: string; stock: number; track_stock: boolean }) {
  const { t } = useI18n();
  if (track_stock) return <StockFigure stock={stock} product_id={id} />;
  return (
    <span title={t('stock.notTracked')}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('stock.notTracked')}</VisuallyHidden>
    </span>
  );
}
