import { TextLink } from '../../design/text-link.tsx';
import type { TextName } from '../../language/en-audit.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { Breakdown } from './breakdown.tsx';
import { discountColumns, figureColumns, staffColumns, taxColumns } from './columns.ts';
import type { Days, ReportsView } from './view.ts';

interface ReportProps {
  days: Days;
  branch: string | undefined;
}

export function CategoryReport(scope: ReportProps) {
  const { t } = useI18n();
  return (
    <Breakdown
      about="categories"
      {...scope}
      title="products.category"
      columns={figureColumns}
      load={async (query, signal) => (await api.reportSalesByCategory({ signal, query })).data.rows}
      keyOf={({ category_id }) => category_id ?? ''}
      nameOf={({ name }) => name ?? t('reports.noCategory')}
      chart="total_sales"
    />
  );
}

/** A cashier's name leads to what that person refunded. */
export function StaffReport({ view, ...scope }: ReportProps & { view: ReportsView }) {
  return (
    <Breakdown
      about="staff"
      {...scope}
      title="sales.cashier"
      columns={staffColumns}
      load={async (query, signal) => (await api.reportSalesByStaff({ signal, query })).data.rows}
      keyOf={({ user_id }) => user_id}
      nameOf={({ name }) => name}
      linkOf={({ user_id, name, refund_count }) =>
        refund_count === 0 ? (
          name
        ) : (
          <TextLink to="/reports" search={{ ...view, about: 'refunds', person: user_id }} inherit>
            {name}
          </TextLink>
        )
      }
      chart="total_sales"
    />
  );
}

const rateTitle: TextName = 'reports.rate';

export function TaxReport(scope: ReportProps) {
  const { t, number } = useI18n();
  return (
    <Breakdown
      about="tax"
      {...scope}
      title={rateTitle}
      columns={taxColumns}
      load={async (query, signal) => (await api.reportSalesTax({ signal, query })).data.rows}
      keyOf={({ tax_rate }) => String(tax_rate)}
      nameOf={({ tax_rate }) =>
        tax_rate === null ? t('reports.withoutItems') : t('reports.percent', { number: number(tax_rate) })
      }
      chart="tax"
    />
  );
}

export function DiscountReport(scope: ReportProps) {
  const { t } = useI18n();
  return (
    <Breakdown
      about="discounts"
      {...scope}
      title="sales.cashier"
      columns={discountColumns}
      load={async (query, signal) => (await api.reportSalesDiscounts({ signal, query })).data.rows}
      keyOf={({ user_id }) => user_id}
      nameOf={({ name }) => name}
      chart="discounts"
      none={t('reports.noDiscounts')}
    />
  );
}
