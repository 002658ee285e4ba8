import { Title, type TitleProps } from '@mantine/core';
import { useEffect } from 'react';

interface PageTitleProps {
  children: string;
  /** What the browser's tab says, where it is more than the heading. */
  tab?: string | undefined;
  size?: TitleProps['size'];
}

/** The one heading that says which page it is; the browser's tab and history say it, too. */
export function PageTitle({ children, tab = children, size = 'h2' }: PageTitleProps) {
  useEffect(() => {
    document.title = `${tab} · Tillhouse`;
  }, [tab]);
  return (
    <Title order={1} size={size}>
      {children}
    </Title>
  );
}
