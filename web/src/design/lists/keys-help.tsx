import { Table } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { helpKeys } from './key-rules.ts';

interface KeysHelpProps {
  isOpen: boolean;
  isSelectable: boolean;
  onClose(): void;
}

/** The keys of a list and of its page. */
export function KeysHelp({ isOpen, isSelectable, onClose }: KeysHelpProps) {
  const { t } = useI18n();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('list.keys')} size="sm" skipUnsavedCheck>
      <Table>
        <Table.Tbody>
          {helpKeys
            .filter(({ does }) => isSelectable || does !== 'select')
            .map(({ keys, does }) => (
              <Table.Tr key={does}>
                <Table.Th scope="row" fw={400}>
                  {keys.map((key) => (
                    <kbd key={key} className="list-kbd">
                      {key}
                    </kbd>
                  ))}
                </Table.Th>
                <Table.Td>{t(`list.key.${does}`)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
