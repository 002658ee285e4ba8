import { Badge } from '@mantine/core';

// Of the contrast that white letters of this size need.
const colours = { plain: '#1864ab', good: '#1b6e2b', quiet: '#495057' };

/** A word or two about the thing beside it. */
export const Mark = ({ children, kind = 'plain' }: { children: string; kind?: keyof typeof colours }) => (
  <Badge variant="filled" color={colours[kind]} size="sm" miw="fit-content">
    {children}
  </Badge>
);
