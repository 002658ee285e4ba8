import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { downloadFile } from '../../../design/lists/download-file.ts';
import { useI18n } from '../../../language/i18n.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved(): void;
}

/** Shows the recovery codes once, to copy, print or download them. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useI18n();
  const { copied, copy } = useClipboard();
  const text = `${codes.join('\n')}\n`;
  if (codes.length === 0)
    return (
      <Stack>
        <Text>{t('factor.codesLost')}</Text>
        <Group justify="flex-end">
          <Button onClick={onSaved}>{t('app.close')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Text>{t('factor.codesText')}</Text>
      <List className="recovery-codes" aria-label={t('factor.codesTitle')} ff="monospace" listStyleType="none">
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      <Group justify="space-between">
        <Group gap="xs">
          {/* Browsers allow clipboard access only over https and on localhost. */}
          {navigator.clipboard !== undefined && (
            <Button variant="default" onClick={() => copy(text)} aria-live="polite">
              {t(copied ? 'factor.copied' : 'factor.copy')}
            </Button>
          )}
          <Button variant="default" onClick={() => globalThis.print()}>
            {t('factor.print')}
          </Button>
          <Button
            variant="default"
            onClick={() => downloadFile(new Blob([text], { type: 'text/plain' }), 'tillhouse-recovery-codes.txt')}
          >
            {t('factor.download')}
          </Button>
        </Group>
        <Button onClick={onSaved} data-autofocus>
          {t('factor.kept')}
        </Button>
      </Group>
    </Stack>
  );
}
