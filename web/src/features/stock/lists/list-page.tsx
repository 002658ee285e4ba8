import { Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTitle } from '../../../design/page-title.tsx';
import { TextLink } from '../../../design/text-link.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';

/** A page below the stock, for users who may change it. */
export function ListPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useI18n();
  const { may } = useSession();
  if (!may('stock:write')) return <Navigate to="/stock" search={{}} />;
  return (
    <Stack maw={720}>
      <div>
        <TextLink to="/stock" size="sm">
          {t('stock.title')}
        </TextLink>
        <PageTitle>{title}</PageTitle>
      </div>
      {children}
    </Stack>
  );
}
