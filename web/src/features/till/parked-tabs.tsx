import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';

interface ParkedTabsProps {
  /** Id of the parked sale in the till. */
  open_id: string | null;
  isBusy: boolean;
  /** Id of the parked sale that is being opened. */
  opening_id: string | undefined;
  onOpen(id: string): void;
}

const shown_at_most = 8;

/** Buttons for the parked sales, by label. */
export function ParkedTabs({ open_id, isBusy, opening_id, onOpen }: ParkedTabsProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const { data = [] } = useQuery({
    queryKey: ['sales', 'parked'],
    queryFn: async ({ signal }) =>
      (await api.listTransactions({ signal, query: { status: 'pending', limit: shown_at_most } })).data,
  });
  if (data.length === 0) return null;
  return (
    <section className="parked-tabs" aria-label={t('till.parkedSales')}>
      {data.map(({ id, label, transaction_code, total_amount }) => (
        <Button
          key={id}
          variant={id === open_id ? 'filled' : 'default'}
          aria-pressed={id === open_id}
          loading={id === opening_id}
          disabled={isBusy || opening_id !== undefined}
          onClick={() => id !== open_id && onOpen(id)}
        >
          <Text span display="block" size="sm" fw={600} truncate>
            {label ?? transaction_code}
          </Text>
          <VisuallyHidden> · </VisuallyHidden>
          <Text span display="block" size="sm" className="figures">
            {money(total_amount, merchant.currency)}
          </Text>
        </Button>
      ))}
    </section>
  );
}
