import { Text } from '@mantine/core';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';

export type Movement = RowOf<'listMovements'>;

const ofSales: readonly string[] = ['sale', 'refund', 'void'];

/** Signed quantity. It has no colour, because a decrease is not bad. */
export function Change({ quantity }: Pick<Movement, 'quantity'>) {
  const { number } = useI18n();
  return (
    <Text span inherit fw={600}>
      {quantity > 0 ? '+' : '−'}
      {number(Math.abs(quantity))}
    </Text>
  );
}

/** Reference of a movement: its sale, if the role may see sales, or the reason that was typed. */
export function Reference({ movement: { type, reference } }: { movement: Movement }) {
  const { t } = useI18n();
  const { may } = useSession();
  if (reference === null) return null;
  if (!ofSales.includes(type)) return <>{reference}</>;
  if (!may('sales:read')) return <>{t('movements.ofSale', { code: reference })}</>;
  return (
    <TextLink to="/sales" search={{ search: reference }} inherit underline="always">
      {t('movements.ofSale', { code: reference })}
    </TextLink>
  );
}

/** The reason that the user typed. */
export const Reason = ({ movement: { reason } }: { movement: Movement }) => (reason === null ? null : <>“{reason}”</>);
