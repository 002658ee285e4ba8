import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { downloadFile } from '../lists/download-file.ts';
import { PageTitle } from '../page-title.tsx';

interface ImportHeadProps {
  /** A link to the list of what is imported. */
  list: ReactNode;
  title: string;
  text: string;
  /** A CSV file with the columns and an example. */
  template: { name: string; content: string };
}

/** The head of a page that imports a file. */
export function ImportHead({ list, title, text, template: { name, content } }: ImportHeadProps) {
  const { t } = useI18n();
  return (
    <div>
      {list}
      <PageTitle>{title}</PageTitle>
      <Text>{text}</Text>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => downloadFile(new Blob([content], { type: 'text/csv' }), name)}
      >
        {t('import.template')}
      </Anchor>
    </div>
  );
}
