import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '@tillhouse/client';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, isApprovalRequired } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { type IdempotentRequest, useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { type ActName, approvalBodyOf, withApproval } from './act-rules.ts';
import { ApproverPin } from './approver-pin.tsx';

type Approval = ResponseData<'getApproval'>;

const poll_every_ms = 2_000;

let closeOpenDialog: (() => void) | undefined;

// The dialog below also listens for this key. It must stay, with what was typed.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || closeOpenDialog === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    closeOpenDialog();
  },
  { capture: true },
);

interface ApprovalDialogProps<Name extends ActName> {
  operation: Name;
  request: Pick<IdempotentRequest<Name>, 'call' | 'error' | 'reset' | 'send'>;
}

/**
 * Opens if the request was rejected because it needs an approval, and sends it again once it is approved. Stands
 * outside of other forms, because it contains one.
 */
export function ApprovalDialog<Name extends ActName>({ operation, request }: ApprovalDialogProps<Name>) {
  const { t } = useI18n();
  const { call, error, reset } = request;
  const isOpen = call !== undefined && isApprovalRequired(error);
  return (
    <Dialog isOpen={isOpen} onClose={reset} title={t('approval.title')} keepOnClickOutside skipUnsavedCheck>
      {isOpen && (
        <ApprovalRequest
          body={approvalBodyOf(operation, call)}
          onApproved={(id) => request.send(operation, withApproval(call, id))}
          onClose={reset}
        />
      )}
    </Dialog>
  );
}

interface ApprovalRequestProps {
  body: Call<'requestApproval'>['body'];
  onApproved(id: string): void;
  onClose(): void;
}

/** Requests the approval when it is mounted. */
function ApprovalRequest({ body, onApproved, onClose }: ApprovalRequestProps) {
  const { t } = useI18n();
  const requesting = useIdempotentRequest(['requestApproval'], { subject: JSON.stringify(body) });
  const latest = useRef({ request: () => undefined as unknown, onClose });
  useEffect(() => {
    latest.current = { request: () => requesting.send('requestApproval', { body }), onClose };
  });
  useEffect(() => {
    latest.current.request();
    closeOpenDialog = () => latest.current.onClose();
    return () => {
      closeOpenDialog = undefined;
    };
  }, []);
  const requestAgain = () => requesting.send('requestApproval', { body });
  const { error, isPending, response } = requesting;
  return (
    <Stack>
      <UnknownOutcome request={requesting} />
      <ErrorAlert error={error} />
      {response === undefined ? (
        <Group justify="space-between">
          {isPending ? <Loader size="sm" /> : <span />}
          <Button variant="default" onClick={onClose}>
            {t('products.cancel')}
          </Button>
        </Group>
      ) : (
        <Decision
          key={response.data.id}
          requested={response.data}
          isRequesting={isPending}
          onApproved={onApproved}
          onAgain={requestAgain}
          onClose={onClose}
        />
      )}
    </Stack>
  );
}

interface DecisionProps extends Pick<ApprovalRequestProps, 'onApproved' | 'onClose'> {
  requested: Approval;
  isRequesting: boolean;
  onAgain(): void;
}

/** Waits for the decision: by a PIN in this dialog, or on another device. */
function Decision({ requested, isRequesting, onApproved, onAgain, onClose }: DecisionProps) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [isElsewhere, setElsewhere] = useState(false);
  const { id, summary } = requested;
  const { data: approval } = useQuery({
    queryKey: ['approvals', id],
    queryFn: async ({ signal }) => (await api.getApproval({ signal, path: { id } })).data,
    initialData: requested,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? poll_every_ms : false),
  });
  const { state } = approval;
  const latest = useRef(onApproved);
  useEffect(() => {
    latest.current = onApproved;
  });
  useEffect(() => {
    if (state === 'approved') latest.current(id);
  }, [state, id]);
  return (
    <>
      <div>
        <Text>{t('approval.text')}</Text>
        <Text fw={600} className="wrapping">
          {summary}
        </Text>
      </div>
      {state === 'pending' && !isElsewhere && (
        <ApproverPin
          approval_id={id}
          onApproved={(data) => queries.setQueryData(['approvals', id], data)}
          onElsewhere={() => setElsewhere(true)}
          onClose={onClose}
        />
      )}
      {state === 'pending' && isElsewhere && (
        <Waiting approval={approval} onHere={() => setElsewhere(false)} onClose={onClose} />
      )}
      {(state === 'denied' || state === 'expired') && (
        <NotApproved approval={approval} isRequesting={isRequesting} onAgain={onAgain} onClose={onClose} />
      )}
    </>
  );
}

function Waiting({ approval, onHere, onClose }: { approval: Approval; onHere(): void; onClose(): void }) {
  const { t, time } = useI18n();
  const { merchant } = useSession();
  return (
    <>
      <Group wrap="nowrap" role="status">
        <Loader size="sm" />
        <Text>{t('approval.waiting', { time: time(Date.parse(approval.expires_at), merchant.timezone) })}</Text>
      </Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('products.cancel')}
        </Button>
        <Button variant="default" onClick={onHere}>
          {t('approval.here')}
        </Button>
      </Group>
    </>
  );
}

interface NotApprovedProps extends Pick<DecisionProps, 'isRequesting' | 'onAgain' | 'onClose'> {
  approval: Approval;
}

function NotApproved({ approval, isRequesting, onAgain, onClose }: NotApprovedProps) {
  const { t } = useI18n();
  const { state, decided_by_name, reason } = approval;
  const name = decided_by_name ?? '';
  const text =
    state === 'expired'
      ? t('approval.expired')
      : reason === null
        ? t('approval.denied', { name })
        : t('approval.deniedWhy', { name, reason });
  return (
    <>
      <ErrorAlert error={new Error(text)} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('products.cancel')}
        </Button>
        <Button loading={isRequesting} onClick={onAgain}>
          {t('approval.again')}
        </Button>
      </Group>
    </>
  );
}
