import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../design/feedback/confirm-dialog.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { queries } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { approvalQuery } from './approval-queries.ts';
import { type Approval, isForDecision, minutesLeft } from './approval-rules.ts';
import { ApprovalStateBadge } from './approval-state-badge.tsx';

interface RequestedApprovalProps {
  approval: Approval;
  /** Whether it was pending at `fetched_at`, in milliseconds. */
  isPending: boolean;
  fetched_at: number;
}

/** Nothing changes these any more. */
const finalStates: readonly (Approval['state'] | undefined)[] = ['denied', 'expired', 'consumed'];

const refetch = () => queries.invalidateQueries({ queryKey: ['approvals'] });

/** An approval with the buttons that decide it, or with what became of it meanwhile. */
export function RequestedApproval({ approval, isPending, fetched_at }: RequestedApprovalProps) {
  const { t, dateTime } = useI18n();
  const { user, merchant } = useSession();
  const [isDenying, setDenying] = useState(false);
  const latest = useQuery({
    ...approvalQuery(approval.id),
    enabled: ({ state }) => !isPending && !finalStates.includes(state.data?.state),
  });
  const deciding = useIdempotentRequest(['approveApproval', 'denyApproval'], {
    subject: approval.id,
    onDone: async () => {
      setDenying(false);
      await refetch();
    },
    onRejected: () => void refetch(),
  });
  const decided = deciding.response?.data;
  const current = isPending ? (decided ?? approval) : (latest.data ?? decided);
  const mayDecide = current !== undefined && isForDecision(current, user.id);
  const path = { id: approval.id };
  const openDenial = () => {
    // The error of an approval is not that of a denial.
    deciding.reset();
    setDenying(true);
  };
  return (
    <Paper withBorder p="sm" component="li" aria-label={approval.summary}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Stack gap={2} flex="1 1 240px" miw={0}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {approval.summary}
            </Text>
            <Text size="sm">
              {t('approvals.requestedBy', {
                name: approval.requested_by_name,
                time: dateTime(approval.created_at, merchant.timezone),
              })}
            </Text>
            {current !== undefined && <Outcome approval={current} now_ms={fetched_at} />}
          </Stack>
          {mayDecide ? (
            <Group gap="xs">
              <Button variant="default" disabled={deciding.isPending} onClick={openDenial}>
                {t('approvals.deny')}
              </Button>
              <Button loading={deciding.isPending} onClick={() => deciding.send('approveApproval', { path, body: {} })}>
                {t('approvals.approve')}
              </Button>
            </Group>
          ) : (
            current !== undefined && <ApprovalStateBadge state={current.state} />
          )}
        </Group>
        {mayDecide && !isDenying && (
          <>
            <UnknownOutcome request={deciding} />
            <ErrorAlert error={deciding.error} />
          </>
        )}
      </Stack>
      <ConfirmDialog
        title={t('approvals.deny')}
        text={approval.summary}
        action={t('approvals.deny')}
        reason={t('refund.reason')}
        isOpen={isDenying && mayDecide}
        request={deciding}
        onClose={() => setDenying(false)}
        onConfirm={(reason) => deciding.send('denyApproval', { path, body: reason === undefined ? {} : { reason } })}
      />
    </Paper>
  );
}

function Outcome({ approval, now_ms }: { approval: Approval; now_ms: number }) {
  const { t, counted } = useI18n();
  const { state, decided_by_name, reason, expires_at } = approval;
  const name = decided_by_name ?? '';
  const minutes = minutesLeft(expires_at, now_ms);
  const texts = {
    pending: minutes === 0 ? t('approvals.expiresNow') : counted('approvals.expiresIn', minutes),
    approved: t('approvals.approvedBy', { name }),
    denied: reason === null ? t('approvals.deniedBy', { name }) : t('approvals.deniedWhy', { name, reason }),
    expired: t('approvals.expired'),
    consumed: t('approvals.usedBy', { name }),
  };
  return (
    <Text size="sm" role="status">
      {texts[state]}
    </Text>
  );
}
