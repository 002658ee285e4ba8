import { Title, type TitleProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { focusHeading } from './page-focus.ts';

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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current !== null) focusHeading(heading.current);
  }, []);
  return (
    <Title order={1} size={size} ref={heading} tabIndex={-1} className="page-title">
      {children}
    </Title>
  );
}
