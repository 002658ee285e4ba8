import { Title, type TitleProps } from '@mantine/core';
import { useEffect } from 'react';

interface PageTitleProps {
  children: string;
  /** Title of the browser tab if it differs from the heading. */
  tab?: string | undefined;
  size?: TitleProps['size'];
}

/** The main heading of a page; also sets the title of the browser tab. */
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
