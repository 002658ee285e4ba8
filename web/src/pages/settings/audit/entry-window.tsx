import { Stack, Table, Text } from '@mantine/core';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Wide } from '../../../ui/wide.tsx';
import { type Entry, type Fields, useActionName, useSubject } from './entry.ts';
import { Subject } from './subject.tsx';
import { isShown, useLabel, useValue } from './values.ts';

interface EntryDialogProps {
  entry: Entry;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog with one audit entry: user, subject, and the values before and after. */
export function EntryDialog({ entry, isOpen, onClose }: EntryDialogProps) {
  const { t, moment } = useI18n();
  const { merchant } = useSession();
  const actionNameOf = useActionName();
  const subjectOf = useSubject();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={actionNameOf(entry.action)} size="lg">
      <Stack>
        <Facts
          facts={[
            [t('movements.when'), moment(entry.created_at, merchant.timezone)],
            [t('movements.who'), entry.user_name ?? t('audit.notSignedIn')],
            [t('audit.about'), <Subject key="subject" entry={entry} name={subjectOf(entry)} />],
            [t('audit.address'), entry.address],
          ]}
        />
        <Changes before={entry.before as Fields | null} after={entry.after as Fields | null} />
      </Stack>
    </Dialog>
  );
}

function Changes({ before, after }: { before: Fields | null; after: Fields | null }) {
  const { t } = useI18n();
  const labelOf = useLabel();
  const wordsOf = useValue();
  const isChange = before !== null && after !== null;
  const shown = after ?? before ?? {};
  const names = Object.keys(shown).filter(
    (name) => isShown(name, shown[name]) && (isChange || (shown[name] ?? '') !== ''),
  );
  if (names.length === 0) return <Text c="dimmed">{t('audit.noFields')}</Text>;
  return (
    <Wide label={t('audit.fields')} minWidth={260}>
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
              {before !== null && <Table.Td className="wrapping">{wordsOf(name, before[name])}</Table.Td>}
              {after !== null && <Table.Td className="wrapping">{wordsOf(name, after[name])}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}
