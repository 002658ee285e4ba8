import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { save } from '../../ui/save.ts';
import { useTell } from '../../ui/tell.ts';
import { todayIn } from '../dashboard/view.ts';

const formats = ['csv', 'xlsx'] as const;

/** All products with their stock as a file, which an import takes. */
export function Export() {
  const { t } = useSpeech();
  const tell = useTell();
  const { merchant } = useSession();
  const writing = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => ({ format, file: await api.exportRecords({ query: { format } }) }),
    onSuccess: ({ format, file }) => save(file, `inventory-${todayIn(merchant.timezone)}.${format}`),
    onError: tell.failed,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={writing.isPending}>
          {t('import.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => writing.mutate(format)}>
            {t(`import.as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
