import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNotify } from '../../design/feedback/notify.ts';
import { downloadFile } from '../../design/lists/download-file.ts';
import { useI18n } from '../../language/i18n.tsx';
import { type Cell, csvOf } from '../../lib/csv.ts';
import type { Days } from './view.ts';

interface CsvButtonProps {
  /** The beginning of the file's name; the days follow. */
  name: string;
  days: Days;
  headings: readonly string[];
  /** The rows of the whole report, loaded if they are not there yet. */
  rows(): Promise<readonly (readonly Cell[])[]>;
}

/** Saves a report as a CSV file, made in the browser. */
export function CsvButton({ name, days, headings, rows }: CsvButtonProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const text = csvOf(headings, await rows());
      const file = new Blob([text], { type: 'text/csv;charset=utf-8' });
      downloadFile(file, `${name}-${days.start_date}-${days.end_date}.csv`);
    } catch (error) {
      notify.error(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void save()}>
      {t('reports.csv')}
    </Button>
  );
}
