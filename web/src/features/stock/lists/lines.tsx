import { ActionIcon, Text } from '@mantine/core';
import { QuantityField } from '../../../design/forms/number-fields.tsx';
import { Icon } from '../../../design/icons.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { errorText, fieldErrors } from '../../../session/error-text.ts';
import { type LevelRow, useLevelsOf } from '../levels.ts';
import { type ListLine, quantity_at_most } from './line-rules.ts';
import './lists.css';

/** What is said below a product. Undefined levels are not known yet. */
export type DetailOf = (line: ListLine, levels: readonly LevelRow[] | undefined) => string | undefined;

interface LinesProps {
  lines: readonly ListLine[];
  quantity_at_least: number;
  /** By product. */
  errors: ReadonlyMap<string, unknown>;
  detailOf: DetailOf;
  onQuantity(product_id: string, quantity: number | undefined): void;
  onRemove(product_id: string): void;
}

/** The products of a list, each with its quantity. */
export function Lines({ lines, errors, onQuantity, onRemove, ...rest }: LinesProps) {
  const { t } = useI18n();
  if (lines.length === 0) return <Text c="dimmed">{t('stockList.empty')}</Text>;
  return (
    <ul className="timeline" aria-label={t('products.title')}>
      {lines.map((line) => (
        <Line
          key={line.product_id}
          {...rest}
          line={line}
          error={errors.get(line.product_id)}
          onQuantity={(quantity) => onQuantity(line.product_id, quantity)}
          onRemove={() => onRemove(line.product_id)}
        />
      ))}
    </ul>
  );
}

interface LineProps extends Pick<LinesProps, 'quantity_at_least' | 'detailOf'> {
  line: ListLine;
  error: unknown;
  onQuantity(quantity: number | undefined): void;
  onRemove(): void;
}

function Line({ line, quantity_at_least, error, detailOf, onQuantity, onRemove }: LineProps) {
  const { t } = useI18n();
  const { product_id, name, sku, quantity, sent } = line;
  const { data } = useLevelsOf(product_id);
  const detail = detailOf(line, data);
  const problem = error === undefined ? undefined : (fieldErrors(error, t).quantity ?? errorText(error, t));
  return (
    <li className="list-line">
      <div>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {sku}
          {detail !== undefined && ` · ${detail}`}
        </Text>
      </div>
      <QuantityField
        aria-label={t('stockList.quantityOf', { name })}
        min={quantity_at_least}
        max={quantity_at_most}
        required
        // What may have been carried out is repeated as it was.
        disabled={sent !== undefined}
        value={quantity}
        onValue={onQuantity}
        error={problem}
      />
      <ActionIcon variant="subtle" size="lg" aria-label={t('stockList.remove', { name })} onClick={onRemove}>
        <Icon name="cross" />
      </ActionIcon>
    </li>
  );
}
