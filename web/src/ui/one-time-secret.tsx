import { Button, Group, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useI18n } from '../language/i18n.tsx';

interface OneTimeSecretProps {
  label: string;
  text: string;
  /** What is copied, where it is written otherwise than it is shown. */
  copied?: string;
  /** The first field of its window, which has the focus. */
  isFirst?: boolean;
}

/** A key or a link that is shown only now, to be copied. */
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
      {/* Browsers let a page do so by https, and on the machine itself. */}
      {navigator.clipboard !== undefined && (
        <Button variant="default" onClick={() => copy(copiedText)} aria-live="polite" miw="fit-content">
          {t(copied ? 'factor.copied' : 'factor.copy')}
        </Button>
      )}
    </Group>
  );
}
