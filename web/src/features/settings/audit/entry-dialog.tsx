import { Stack, Table, Text } from '@mantine/core';
import { DescriptionList } from '../../../design/description-list.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { WideTable } from '../../../design/lists/wide-table.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { type Entry, type Fields, useActionName, useSubjectName } from './entry.ts';
import { shownFields } from './fields.ts';
import { SubjectLink } from './subject.tsx';
import { useFieldLabel, useFormatValue } from './values.ts';

interface EntryDialogProps {
  entry: Entry;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog with one audit entry: user, subject, and the values before and after. */
export function EntryDialog({ entry, isOpen, onClose }: EntryDialogProps) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const actionNameOf = useActionName();
  const subjectNameOf = useSubjectName();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={actionNameOf(entry.action)} size="lg">
      <Stack>
        <DescriptionList
          items={[
            [t('movements.when'), dateTime(entry.created_at, merchant.timezone)],
            [t('movements.who'), entry.user_name ?? t('audit.notSignedIn')],
            [t('audit.about'), <SubjectLink key="subject" entry={entry} name={subjectNameOf(entry)} />],
            [t('audit.address'), entry.address],
          ]}
        />
        <FieldChanges before={entry.before as Fields | null} after={entry.after as Fields | null} />
      </Stack>
    </Dialog>
  );
}

function FieldChanges({ before, after }: { before: Fields | null; after: Fields | null }) {
  const { t } = useI18n();
  const labelOf = useFieldLabel();
  const formatValue = useFormatValue();
  const isChange = before !== null && after !== null;
  const names = shownFields(after ?? before ?? {}, { isChange });
  if (names.length === 0) return <Text c="dimmed">{t('audit.noFields')}</Text>;
  return (
    <WideTable label={t('audit.fields')} minWidth={260}>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('audit.field')}</Table.Th>
            {before !== null && <Table.Th>{t('audit.before')}</Table.Th>}
            {after !== null && <Table.Th>{t('audit.after')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} className="wrapping">
                {labelOf(name)}
              </Table.Th>
              {before !== null && <Table.Td className="wrapping">{formatValue(name, before[name])}</Table.Td>}
              {after !== null && <Table.Td className="wrapping">{formatValue(name, after[name])}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
