import { Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { todayIn } from '../../design/days.ts';
import { withoutUndefined } from '../../design/forms/form-values.ts';
import { PageTitle } from '../../design/page-title.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { CategoryReport, DiscountReport, StaffReport, TaxReport } from './breakdowns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Exports } from './exports.tsx';
import { Filters, type ViewChange } from './filters.tsx';
import { HourReport } from './hour-report.tsx';
import { InventoryReport } from './inventory-report.tsx';
import { isTooLong } from './period.ts';
import { ProductReport } from './product-report.tsx';
import { RefundReport } from './refund-report.tsx';
import { SalesReport } from './sales-report.tsx';
import { type Days, daysOf, type OtherReport, otherReports, type ReportsView } from './view.ts';
import './reports.css';

const all = ['summary', ...otherReports] as const;
const readAbout = (name: string | null): OtherReport | undefined => otherReports.find((known) => known === name);

/** Reports of sales, and of the inventory. The address holds the filters, so a shared link shows the same report. */
export function Reports() {
  const { t } = useI18n();
  const view = useSearch({ from: '/authenticated/reports' });
  const { merchant } = useSession();
  const navigate = useNavigate({ from: '/reports' });
  const show = (change: ViewChange) => void navigate({ search: withoutUndefined({ ...view, ...change }) });
  const days = daysOf(view, todayIn(merchant.timezone));
  const chosen = view.about ?? 'summary';
  const choose = (name: string | null) => show({ about: readAbout(name) });
  const reports = all.map((value) => ({ value, label: t(`reports.about.${value}`) }));
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('reports.title')}</PageTitle>
        <ExportMenu view={view} days={days} />
      </Group>
      <Exports />
      <Select
        hiddenFrom="md"
        label={t('reports.about')}
        allowDeselect={false}
        value={chosen}
        onChange={choose}
        data={reports}
        maxDropdownHeight={400}
      />
      <Tabs value={chosen} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md" visibleFrom="md">
          {reports.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} px="xs">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={chosen}>
          <Stack>
            <Filters view={view} days={days} onChange={show} />
            <Report view={view} days={days} show={show} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

interface ReportProps {
  view: ReportsView;
  days: Days;
  show(change: ViewChange): void;
}

function Report({ view, days, show }: ReportProps): ReactNode {
  const { t } = useI18n();
  const { about, branch } = view;
  const scope = { days, branch };
  if (about === undefined) return <SalesReport {...scope} view={view} />;
  if (about === 'inventory') return <InventoryReport branch={branch} />;
  if (about === 'hours')
    return <HourReport {...scope} measure={view.measure} onMeasure={(measure) => show({ measure })} />;
  if (isTooLong(days)) return <Text c="dimmed">{t('reports.tooLong')}</Text>;
  switch (about) {
    case 'products':
      return <ProductReport days={days} view={view} onChange={show} />;
    case 'categories':
      return <CategoryReport {...scope} />;
    case 'staff':
      return <StaffReport {...scope} view={view} />;
    case 'tax':
      return <TaxReport {...scope} />;
    case 'discounts':
      return <DiscountReport {...scope} />;
    case 'refunds':
      return <RefundReport days={days} view={view} onChange={show} />;
  }
}
