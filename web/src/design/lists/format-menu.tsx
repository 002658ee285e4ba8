import { Button, Menu } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

/** The formats of a table. */
export const tableFormats = ['csv', 'xlsx'] as const;
export type Format = (typeof tableFormats)[number];

/** The formats of a report: one to print is among them. */
export const reportFormats = [...tableFormats, 'pdf'] as const;
export type OfferedFormat = Format | 'pdf' | 'datev';

interface FormatMenuProps<Offered extends OfferedFormat> {
  label: string;
  formats: readonly Offered[];
  isBusy: boolean;
  onChoose(format: Offered): void;
}

/** Menu to export the data of the page as a file. */
export function FormatMenu<Offered extends OfferedFormat>({
  label,
  formats,
  isBusy,
  onChoose,
}: FormatMenuProps<Offered>) {
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
            {t(`app.as.${format as OfferedFormat}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
