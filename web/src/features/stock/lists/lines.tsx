import { ActionIcon, Text } from '@mantine/core';
import { QuantityField } from '../../../design/forms/number-fields.tsx';
import { Icon } from '../../../design/icons.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { errorText, fieldErrors } from '../../../session/error-text.ts';
import { useLevelsOf } from '../levels.ts';
import { quantity_at_most, type TransferLine } from './line-rules.ts';
import './transfer-list.css';

interface LinesProps {
  lines: readonly TransferLine[];
  /** The warehouse that the products leave. */
  from: string | undefined;
  /** By product. */
  errors: ReadonlyMap<string, unknown>;
  onQuantity(product_id: string, quantity: number | undefined): void;
  onRemove(product_id: string): void;
}

/** The products of a transfer, each with its quantity. */
export function Lines({ lines, from, errors, onQuantity, onRemove }: LinesProps) {
  const { t } = useI18n();
  if (lines.length === 0) return <Text c="dimmed">{t('transfer.empty')}</Text>;
  return (
    <ul className="timeline" aria-label={t('products.title')}>
      {lines.map((line) => (
        <Line
          key={line.product_id}
          line={line}
          from={from}
          error={errors.get(line.product_id)}
          onQuantity={(quantity) => onQuantity(line.product_id, quantity)}
          onRemove={() => onRemove(line.product_id)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  line: TransferLine;
  from: string | undefined;
  error: unknown;
  onQuantity(quantity: number | undefined): void;
  onRemove(): void;
}

function Line({ line: { product_id, name, sku, quantity }, from, error, onQuantity, onRemove }: LineProps) {
  const { t, number } = useI18n();
  const { data } = useLevelsOf(product_id);
  const available = data?.find(({ warehouse_id }) => warehouse_id === from)?.available ?? 0;
  const problem = error === undefined ? undefined : (fieldErrors(error, t).quantity ?? errorText(error, t));
  return (
    <li className="transfer-line">
      <div>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {sku}
          {data !== undefined && ` · ${t('transfer.available', { count: number(available) })}`}
        </Text>
      </div>
      <QuantityField
        aria-label={t('transfer.quantityOf', { name })}
        min={1}
        max={quantity_at_most}
        required
        value={quantity}
        onValue={onQuantity}
        error={problem}
      />
      <ActionIcon variant="subtle" size="lg" aria-label={t('transfer.remove', { name })} onClick={onRemove}>
        <Icon name="cross" />
      </ActionIcon>
    </li>
  );
}
