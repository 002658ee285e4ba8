import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../design/feedback/confirm-dialog.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { StaffMember } from './staff-member.ts';

interface DeactivateProps {
  member: StaffMember;
  isOpen: boolean;
  onClose(): void;
}

/** Ends a staff member's access, after confirmation. */
export function Deactivate({ member: { id, name }, isOpen, onClose }: DeactivateProps) {
  const { t } = useI18n();
  const { user } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => api.deactivateColleague({ path: { id } }),
    onSuccess: async () => {
      onClose();
      notify.success(t('staff.isGone', { name }));
      await queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  return (
    <ConfirmDialog
      title={t('staff.deactivateOf', { name })}
      text={t(id === user.id ? 'staff.deactivateYou' : 'staff.deactivateText', { name })}
      action={t('staff.deactivate')}
      isOpen={isOpen}
      request={ending}
      onClose={onClose}
      onConfirm={() => ending.mutate()}
    />
  );
}
