import { Center, Paper, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Wordmark } from './brand.tsx';
import { Languages } from './languages.tsx';
import { PageTitle } from './page-title.tsx';

interface AuthLayoutProps {
  title: string;
  text?: string;
  children?: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Layout of the pages without a session, such as sign-in and registration. */
export function AuthLayout({ title, text, children, onSubmit }: AuthLayoutProps) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder radius="lg" p="xl" w="100%" maw={420}>
        <form onSubmit={onSubmit}>
          <Stack>
            <Wordmark />
            <div>
              <PageTitle>{title}</PageTitle>
              {text !== undefined && <Text mt={4}>{text}</Text>}
            </div>
            {children}
            <Languages />
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}

/** The text values of a form by field name. Cancels the browser's own submission. */
export function textsOf(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
