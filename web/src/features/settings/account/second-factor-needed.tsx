import { Button, Center, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PageTitle } from '../../../design/page-title.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

interface SecondFactorNeededProps {
  onDone(): void;
  onSignOut(): void;
}

/**
 * Shown if the shop requires two-factor authentication for the role. Nothing else is accessible before it is set up.
 */
export function SecondFactorNeeded({ onDone, onSignOut }: SecondFactorNeededProps) {
  const { t } = useI18n();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" radius="lg" p="xl" w="100%" maw={480}>
        <Stack>
          <div>
            <PageTitle>{t('factor.needed')}</PageTitle>
            <Text mt={4}>{t('factor.neededText')}</Text>
          </div>
          {codes === undefined ? (
            <SecondFactorSetUp onCodes={setCodes} />
          ) : (
            <RecoveryCodes codes={codes} onSaved={onDone} />
          )}
          {codes === undefined && (
            <Button variant="subtle" onClick={onSignOut}>
              {t('app.signOut')}
            </Button>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
