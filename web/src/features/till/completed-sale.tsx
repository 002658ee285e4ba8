import { Button, Group, Paper, Text } from '@mantine/core';
import { FittedFigure } from '../../design/fitted-figure.tsx';
import { Icon } from '../../design/icons.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { addUp } from '../sales/cash-rules.ts';
import { Receipt, type ReceiptSale } from '../sales/receipt.tsx';

interface CompletedSaleProps {
  sale: ReceiptSale;
  /** Called after printing, to focus the scan field for the next customer. */
  onPrinted(): void;
}

/** The completed sale with its change. Shown until the next sale begins. */
export function CompletedSale({ sale, onPrinted }: CompletedSaleProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const isParked = sale.status === 'pending';
  const print = () => {
    globalThis.print();
    onPrinted();
  };
  return (
    <Paper withBorder p="md" role="status">
      {!isParked && (
        <FittedFigure size={60}>
          {sale.change > 0
            ? `${t('sale.change')} ${money(sale.change, merchant.currency)}`
            : money(addUp(merchant.currency, sale.total_amount, sale.rounding), merchant.currency)}
        </FittedFigure>
      )}
      <Group justify="space-between">
        <Text>
          {t(isParked ? 'till.parked' : 'till.sold')}{' '}
          <TextLink to="/sales/$id" params={{ id: sale.id }} inherit underline="always">
            {sale.transaction_code}
          </TextLink>
          {(isParked || sale.change > 0 || sale.rounding !== 0) && ` · ${money(sale.total_amount, merchant.currency)}`}
        </Text>
        {!isParked && (
          <Button variant="default" leftSection={<Icon name="print" />} onClick={print}>
            {t('receipt.print')}
          </Button>
        )}
      </Group>
      <Receipt sale={sale} paper="80mm" isHidden />
    </Paper>
  );
}
