import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Card } from '../../../design/card.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';

const queryKey = ['weekly-mail'];

/** Turns the mail of last week on and off. Hidden where the service sends no mail. */
export function WeeklyMail() {
  const { t } = useI18n();
  const { user, may } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    enabled: may('reports:read'),
    queryFn: async ({ signal }) => (await api.getWeeklyMail({ signal })).data,
  });
  const saving = useMutation({
    mutationFn: async (is_on: boolean) => (await api.updateWeeklyMail({ body: { is_on } })).data,
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      notify.success(t(saved.is_on ? 'weekly.on' : 'weekly.off'));
    },
    onError: notify.error,
  });
  if (data?.sends_mail !== true) return null;
  return (
    <Card title={t('weekly.title')}>
      <Switch
        label={t('weekly.label')}
        description={t('weekly.text', { email: user.email ?? '' })}
        checked={saving.isPending ? saving.variables : data.is_on}
        disabled={saving.isPending}
        onChange={({ currentTarget }) => saving.mutate(currentTarget.checked)}
      />
    </Card>
  );
}
