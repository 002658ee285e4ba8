import { Group, Select, Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { todayIn } from '../../design/days.ts';
import { BranchField } from '../../design/forms/branch-field.tsx';
import { DateRangeFields } from '../../design/forms/date-range-fields.tsx';
import { withoutUndefined } from '../../design/forms/form-values.ts';
import { PageTitle } from '../../design/page-title.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Exports } from './exports.tsx';
import { InventoryReport } from './inventory-report.tsx';
import { SalesReport } from './sales-report.tsx';
import { daysOf, type ReportsView } from './view.ts';

/** Sales and inventory reports. The address holds the filters, so a shared link shows the same report. */
export function Reports() {
  const { t } = useI18n();
  const view = useSearch({ from: '/authenticated/reports' });
  const { merchant } = useSession();
  const navigate = useNavigate({ from: '/reports' });
  const show = (change: { [Name in keyof ReportsView]?: ReportsView[Name] | undefined }) =>
    void navigate({ search: withoutUndefined({ ...view, ...change }) });
  const days = daysOf(view, todayIn(merchant.timezone));
  const isAboutSales = view.about === undefined;
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('reports.title')}</PageTitle>
        <ExportMenu kind={isAboutSales ? 'sales' : 'inventory'} days={days} branch={view.branch} />
      </Group>
      <Exports />
      <Group align="flex-end">
        {isAboutSales && (
          <>
            <DateRangeFields
              from={days.start_date}
              to={days.end_date}
              onChange={(day) => show({ from: days.start_date, to: days.end_date, ...day })}
            />
            <Select
              label={t('reports.by')}
              allowDeselect={false}
              value={view.by ?? 'day'}
              onChange={(by) => show({ by: by === 'week' || by === 'month' ? by : undefined })}
              data={(['day', 'week', 'month'] as const).map((value) => ({ value, label: t(`reports.by.${value}`) }))}
              w={140}
            />
          </>
        )}
        <BranchField branch={view.branch} onChange={(branch) => show({ branch })} />
      </Group>
      <Tabs
        value={view.about ?? 'sales'}
        onChange={(about) => show({ about: about === 'inventory' ? about : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="sales">{t('reports.sales')}</Tabs.Tab>
          <Tabs.Tab value="inventory">{t('reports.inventory')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sales">
          <SalesReport days={days} by={view.by ?? 'day'} branch={view.branch} />
        </Tabs.Panel>
        <Tabs.Panel value="inventory">
          <InventoryReport branch={view.branch} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
