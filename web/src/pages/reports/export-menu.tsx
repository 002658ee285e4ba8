import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useTell } from '../../ui/tell.ts';
import type { Days } from './view.ts';

interface ExportMenuProps {
  kind: 'sales' | 'inventory';
  days: Days;
  branch: string | undefined;
}

/** The same as a file. */
export function ExportMenu({ kind, days, branch }: ExportMenuProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const making = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const body = { report_type: kind, format, ...(kind === 'sales' ? days : {}), ...(branch === undefined ? {} : { branch_id: branch }) };
      return (await api.exportReport({ body })).data;
    },
    // The address is good for a day, for whoever has it; the browser saves what it leads to.
    onSuccess: ({ download_url }) => location.assign(download_url),
    onError: tell.failed,
  });
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" loading={making.isPending}>
          {t('reports.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => making.mutate('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => making.mutate('xlsx')}>Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
