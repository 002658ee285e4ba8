import { Anchor, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDialog } from '../../../design/feedback/use-dialog.ts';
import { withoutUndefined } from '../../../design/forms/form-values.ts';
import type { Column } from '../../../design/lists/column.ts';
import { List } from '../../../design/lists/list.tsx';
import { rowsOfPage } from '../../../design/lists/list-rules.ts';
import { NothingFound } from '../../../design/lists/nothing-found.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { type Entry, type Fields, useActionName, useSubjectName } from './entry.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { shownFields } from './fields.ts';
import { Filters } from './filters.tsx';
import { SubjectLink } from './subject.tsx';
import { useFieldLabel, useFormatValue } from './values.ts';
import { type AuditView, queryOf } from './view.ts';

/** The audit trail, the latest entry first. */
export function Audit() {
  const { t } = useI18n();
  const view = useSearch({ from: '/authenticated/settings/audit' });
  const navigate = useNavigate({ from: '/settings/audit' });
  const show = (next: AuditView) => void navigate({ search: next, replace: true });
  const opened = useDialog<Entry>();
  const columns = useColumns(opened.open);
  const query = withoutUndefined(queryOf(view));
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.audit')}
      </Title>
      <Filters view={view} onChange={show} />
      <div>
        <List
          label={t('settings.audit')}
          queryKey={['audit', view]}
          load={(page, signal) => api.listAuditEntries({ signal, query: { ...query, page, limit: rowsOfPage } })}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<NothingFound onShowAll={() => show({})} />}
        />
      </div>
      {opened.subject !== undefined && (
        <EntryDialog entry={opened.subject} isOpen={opened.isOpen} onClose={opened.close} />
      )}
    </>
  );
}

function useColumns(open: (entry: Entry) => void): Column<Entry>[] {
  const { t, moment } = useI18n();
  const { merchant } = useSession();
  const actionNameOf = useActionName();
  const subjectNameOf = useSubjectName();
  const labelOf = useFieldLabel();
  const formatValue = useFormatValue();
  const changesOf = ({ before, after }: Entry) => {
    if (before === null || after === null) return '';
    const [was, is] = [before as Fields, after as Fields];
    return shownFields(is, { isChange: true })
      .map((name) =>
        t('audit.changed', {
          field: labelOf(name),
          before: formatValue(name, was[name]),
          after: formatValue(name, is[name]),
        }),
      )
      .join('; ');
  };
  return [
    {
      id: 'what',
      phone: 'title',
      opens: true,
      title: t('movements.what'),
      width: 'minmax(190px, 1.2fr)',
      show: (entry) => (
        <Anchor data-opens component="button" type="button" inherit underline="always" onClick={() => open(entry)}>
          {actionNameOf(entry.action)}
        </Anchor>
      ),
    },
    {
      id: 'who',
      title: t('movements.who'),
      width: 'minmax(130px, 1fr)',
      show: ({ user_name }) => user_name ?? t('audit.notSignedIn'),
    },
    {
      id: 'time',
      title: t('movements.when'),
      width: 'minmax(150px, 1fr)',
      show: ({ created_at }) => moment(created_at, merchant.timezone),
    },
    {
      id: 'about',
      title: t('audit.about'),
      width: 'minmax(150px, 1.2fr)',
      show: (entry) => <SubjectLink entry={entry} name={subjectNameOf(entry)} />,
    },
    { id: 'changes', phone: 'hidden', title: t('audit.fields'), width: 'minmax(200px, 2fr)', show: changesOf },
    {
      id: 'address',
      phone: 'hidden',
      title: t('audit.address'),
      width: 'minmax(130px, 0.8fr)',
      show: ({ address }) => address,
    },
  ];
}
