import { Button, Menu } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

const formats = ['csv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

interface FormatMenuProps {
  label: string;
  isBusy: boolean;
  onChoose(format: Format): void;
}

/** Menu to export the data of the page as a file. */
export function FormatMenu({ label, isBusy, onChoose }: FormatMenuProps) {
  const { t } = useI18n();
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
