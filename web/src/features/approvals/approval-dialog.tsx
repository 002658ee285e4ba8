import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { isApprovalRequired } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { isHidden, watchSession } from '../../session/session-state.ts';
import { type IdempotentRequest, useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { type ActName, type ApprovalBody, approvalBodyOf, withApproval } from './act-rules.ts';
import { approvalQuery } from './approval-queries.ts';
import { type Approval, refusalOf } from './approval-rules.ts';
import { ApproverPin } from './approver-pin.tsx';

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
  const { call, error, reset } = request;
  const isOpen = call !== undefined && isApprovalRequired(error);
  return (
    <ApprovalPrompt
      asking={
        isOpen
          ? {
              body: approvalBodyOf(operation, call),
              onApproved: (id) => request.send(operation, withApproval(call, id)),
              onClose: reset,
            }
          : undefined
      }
    />
  );
}

/** An approval to ask for. */
export interface Asking {
  body: ApprovalBody;
  /** The approval that was requested before a reload. */
  known_id?: string | null;
  onRequested?(id: string): void;
  onApproved(id: string): void;
  /** @param said why it was not approved */
  onClose(said?: string): void;
}

/** Open while there is an approval to ask for. */
export function ApprovalPrompt({ asking }: { asking: Asking | undefined }) {
  const { t } = useI18n();
  return (
    <Dialog
      isOpen={asking !== undefined}
      onClose={() => closeOpenDialog?.()}
      title={t('approval.title')}
      keepOnClickOutside
      skipUnsavedCheck
    >
      {asking !== undefined && <ApprovalRequest {...asking} />}
    </Dialog>
  );
}

/** Requests the approval when it is mounted, unless it is known. */
function ApprovalRequest({ body, known_id = null, onRequested, onApproved, onClose }: Asking) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const requesting = useIdempotentRequest(['requestApproval'], {
    subject: JSON.stringify(body),
    onDone: ({ data }) => onRequested?.(data.id),
  });
  const id = requesting.response?.data.id ?? known_id;
  const close = () => {
    const said = refusalOf(id === null ? undefined : queries.getQueryData(approvalQuery(id).queryKey));
    onClose(said && t(said.text, said));
  };
  const request = () => requesting.send('requestApproval', { body });
  const requestUnlessKnown = useEffectEvent(() => {
    if (known_id === null) request();
  });
  const closeLatest = useEffectEvent(close);
  useEffect(() => {
    requestUnlessKnown();
    closeOpenDialog = () => closeLatest();
    return () => {
      closeOpenDialog = undefined;
    };
  }, []);
  const { error, isPending, response } = requesting;
  return (
    <Stack>
      <UnknownOutcome request={requesting} />
      <ErrorAlert error={error} />
      {id === null ? (
        <Group justify="space-between">
          {isPending ? <Loader size="sm" /> : <span />}
          <Button variant="default" onClick={close}>
            {t('products.cancel')}
          </Button>
        </Group>
      ) : (
        <Decision
          key={id}
          id={id}
          requested={response?.data}
          isRequesting={isPending}
          onApproved={onApproved}
          onAgain={request}
          onClose={close}
        />
      )}
    </Stack>
  );
}

interface DecisionProps extends Pick<Asking, 'onApproved'> {
  id: string;
  /** The approval as it was requested; `undefined` after a reload. */
  requested: Approval | undefined;
  isRequesting: boolean;
  onAgain(): void;
  onClose(): void;
}

/** Waits for the decision: by a PIN in this dialog, or on another device. */
function Decision({ id, requested, isRequesting, onApproved, onAgain, onClose }: DecisionProps) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [isElsewhere, setElsewhere] = useState(false);
  // A locked page, or one without a session, neither reads nor sends as another user.
  const isAway = useSyncExternalStore(watchSession, isHidden);
  const { data: approval, error } = useQuery({
    ...approvalQuery(id),
    ...(requested === undefined ? {} : { initialData: requested }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' && !isAway ? poll_every_ms : false),
  });
  const state = approval?.state;
  const finish = useEffectEvent(onApproved);
  useEffect(() => {
    if (state === 'approved' && !isAway) finish(id);
  }, [state, id, isAway]);
  if (approval === undefined)
    return (
      <>
        <ErrorAlert error={error} />
        <Group justify="space-between">
          {error === null ? <Loader size="sm" /> : <span />}
          <Button variant="default" onClick={onClose}>
            {t('products.cancel')}
          </Button>
        </Group>
      </>
    );
  return (
    <>
      <div>
        <Text>{t('approval.text')}</Text>
        <Text fw={600} className="wrapping">
          {approval.summary}
        </Text>
      </div>
      {state === 'pending' && !isElsewhere && (
        <ApproverPin
          approval_id={id}
          onApproved={(data) => queries.setQueryData(approvalQuery(id).queryKey, data)}
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
  const said = refusalOf(approval);
  return (
    <>
      <ErrorAlert error={said === undefined ? null : new Error(t(said.text, said))} />
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
