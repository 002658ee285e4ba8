import { Button, Menu } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';

const formats = ['csv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

interface FormatMenuProps {
  label: string;
  isBusy: boolean;
  onChoose(format: Format): void;
}

/** A file of what is on the page, in the format that is chosen. */
export function FormatMenu({ label, isBusy, onChoose }: FormatMenuProps) {
  const { t } = useSpeech();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => onChoose(format)}>
            {t(`app.as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
