import { Button, Group, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useI18n } from '../../language/i18n.tsx';

interface OneTimeSecretProps {
  label: string;
  text: string;
  /** Text for the clipboard if it differs from the shown text. */
  copied?: string;
  /** Focuses this field when its dialog opens. */
  isFirst?: boolean;
}

/** A secret or link that is shown once, with a copy button. */
export function OneTimeSecret({ label, text, copied: copiedText = text, isFirst = false }: OneTimeSecretProps) {
  const { t } = useI18n();
  const { copied, copy } = useClipboard();
  return (
    <Group align="flex-end" wrap="nowrap">
      <Textarea
        autosize
        label={label}
        readOnly
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="growing"
        data-autofocus={isFirst || undefined}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {/* Browsers allow clipboard access only over https and on localhost. */}
      {navigator.clipboard !== undefined && (
        <Button variant="default" onClick={() => copy(copiedText)} aria-live="polite" miw="fit-content">
          {t(copied ? 'factor.copied' : 'factor.copy')}
        </Button>
      )}
    </Group>
  );
}
