import { FileInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useDropTarget } from './use-drop-target.ts';
import './import-file.css';

const kinds = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface ImportFileProps {
  value: File | null;
  disabled: boolean;
  error: string | undefined;
  onChoose(file: File | null): void;
}

/** The file of an import, chosen or dropped. */
export function ImportFile({ value, disabled, error, onChoose }: ImportFileProps) {
  const { t } = useI18n();
  const [hasSeveral, setSeveral] = useState(false);
  const choose = (file: File | null) => {
    setSeveral(false);
    onChoose(file);
  };
  const { isOver, handlers } = useDropTarget('Files', !disabled, ({ files: [file, second] }) => {
    if (second !== undefined) setSeveral(true);
    else if (file !== undefined) choose(file);
  });
  return (
    <div className={isOver ? 'import-file over' : 'import-file'} {...handlers}>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept={kinds}
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
        value={value}
        onChange={choose}
        disabled={disabled}
        error={hasSeveral ? t('import.oneFile') : error}
      />
      <Text size="sm" c="dimmed" mt="xs" visibleFrom="sm">
        {t('import.drop')}
      </Text>
    </div>
  );
}
