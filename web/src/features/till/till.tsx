import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { FittedFigure } from '../../design/fitted-figure.tsx';
import { BranchField } from '../../design/forms/branch-field.tsx';
import { InputChecks, usePassInputs } from '../../design/forms/input-checks.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { pinTill, watchSession } from '../../session/session-state.ts';
import { ApprovalPrompt } from '../approvals/approval-dialog.tsx';
import { RegisterField } from '../registers/register-field.tsx';
import { RegisterHelp, RegisterState } from '../registers/register-help.tsx';
import { addUp } from '../sales/cash-rules.ts';
import type { Method } from '../sales/methods.ts';
import { canBePaid, isLookingUp, isReady, pricesOf } from './cart.ts';
import { CartLines } from './cart-lines.tsx';
import { CompletedSale } from './completed-sale.tsx';
import { LockButton } from './lock.tsx';
import { ParkedTabs } from './parked-tabs.tsx';
import { isPaid, payingBy, roundingOf } from './paying.ts';
import { Payment } from './payment.tsx';
import { SaleOptions } from './sale-options.tsx';
import { ScanField } from './scanning/scan-field.tsx';
import { useScansFromAnywhere, useScansInFields } from './scanning/use-scans.ts';
import { Tiles } from './tiles.tsx';
import type { TillState } from './till-state.ts';
import { type TillControl, useTill } from './use-till.ts';
import './till.css';

/** The till works with a scanner and keyboard, and with touch. */
export function Till() {
  const { may, user } = useSession();
  const owner = useSyncExternalStore(watchSession, pinTill)?.device_id ?? user.id;
  if (!may('sales:write')) return <Navigate to="/" search={{}} />;
  return (
    <InputChecks key={owner}>
      <TillPage owner={owner} />
    </InputChecks>
  );
}

function TillPage({ owner }: { owner: string }) {
  const { t } = useI18n();
  const till = useTill(owner);
  const { cart } = till.state;
  const field = useRef<HTMLInputElement>(null);
  const received = useRef<HTMLInputElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  useScansFromAnywhere(field);
  useScansInFields(field, (code) => till.scan(code, 1));
  const { choice, registers } = till.device;
  const register = registers.find(({ id }) => id === choice?.id);
  const completed_id = till.completedSale?.id;
  useEffect(() => {
    if (completed_id !== undefined) field.current?.focus();
  }, [completed_id]);
  const focusScanField = () => field.current?.focus();
  /** The pressed button disappears with its line, so the focus returns to the scan field. */
  const change: TillControl['dispatch'] = (event) => {
    till.dispatch(event);
    // The error belongs to the previous content of the cart.
    if (till.saleRequest.error !== null) till.saleRequest.reset();
    till.clearActionError();
    if (['chosen', 'removed', 'removalUndone', 'lookupRetried'].includes(event.type)) focusScanField();
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('nav.till')}</PageTitle>
        <Group className="till-links">
          {register !== undefined && <RegisterState register={register} />}
          <TextLink to="/sales" search={{ status: 'pending' }}>
            {t('till.parkedSales')}
          </TextLink>
          <LockButton />
        </Group>
      </Group>
      <div className="till">
        <Stack className="till-cart">
          <ParkedTabs
            open_id={cart.parked_id}
            isBusy={till.isBusy}
            opening_id={till.opening_id}
            onOpen={(id) => void till.open(id).then(focusScanField)}
          />
          <ScanField
            fieldRef={field}
            onScan={till.scan}
            onPick={till.addProduct}
            onPay={() => cart.lines.length > 0 && (received.current ?? action.current)?.focus()}
            onStep={(by) => till.dispatch({ type: 'stepped', by })}
          />
          <ErrorAlert error={till.actionError} />
          <SaleProgress till={till} />
          <ApprovalPrompt asking={till.asking} />
          {till.completedSale !== undefined && <CompletedSale sale={till.completedSale} onPrinted={focusScanField} />}
          <CartLines cart={cart} stock={till.stock} dispatch={change} onChanged={focusScanField} />
          <UndoRemoval removed={till.state.removed} dispatch={change} />
        </Stack>
        <Checkout key={till.state.turn} till={till} receivedRef={received} actionRef={action} onSent={focusScanField} />
        <div className="till-tiles">
          <Tiles
            onPick={(id, name, isTouched) => {
              till.addProduct(id, name, 1);
              // The next tile stays below the finger, and no keyboard covers the tiles.
              if (!isTouched) field.current?.focus({ preventScroll: true });
            }}
          />
        </div>
      </div>
    </Stack>
  );
}

/** The outcome of the sale that was sent, and the number of queued sales. */
function SaleProgress({ till: { saleRequest, asking, state } }: { till: TillControl }) {
  const { t, counted } = useI18n();
  const error = asking === undefined ? saleRequest.error : null;
  return (
    <>
      {saleRequest.isUnknown && <UnknownOutcome request={saleRequest} />}
      {state.sent !== null && asking === undefined && (
        <Alert color="blue" role="status">
          {t('till.sending')}
        </Alert>
      )}
      {state.waiting.length > 0 && (
        <Alert color="blue" role="status">
          {counted('till.waiting', state.waiting.length)}
        </Alert>
      )}
      <ErrorAlert error={error} nameOf={(at) => state.cart.lines.filter(isReady)[at]?.state.goods.name} />
      <RegisterHelp error={error} onOpened={saleRequest.reset} />
    </>
  );
}

function UndoRemoval({ removed, dispatch }: { removed: TillState['removed']; dispatch: TillControl['dispatch'] }) {
  const { t } = useI18n();
  if (removed === null) return null;
  const { line } = removed;
  const name = isReady(line) ? line.state.goods.name : line.code;
  return (
    <Group role="status" gap="xs">
      <Text c="dimmed">{t('till.removed', { name })}</Text>
      <Button variant="subtle" size="compact-md" onClick={() => dispatch({ type: 'removalUndone' })}>
        {t('till.putBack')}
      </Button>
    </Group>
  );
}

interface CheckoutProps {
  till: TillControl;
  receivedRef: React.RefObject<HTMLInputElement | null>;
  actionRef: React.RefObject<HTMLButtonElement | null>;
  /** Called after sending or clearing a sale or choosing a register, when the next items may be scanned. */
  onSent(): void;
}

/** The total, and the buttons to pay or park. */
function Checkout({ till, receivedRef, actionRef, onSent }: CheckoutProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const passInputs = usePassInputs();
  const { cart } = till.state;
  const paying = cart.paying ?? payingBy((merchant.payment_methods[0] ?? 'cash') as Method);
  const { total } = till;
  const due = addUp(merchant.currency, total, roundingOf(total, paying, merchant));
  const isTooMuch = pricesOf(cart, merchant) === undefined;
  const isKnown = canBePaid(cart);
  const hasRegister = !till.needsRegister || Boolean(till.device.choice);
  const canPay = isKnown && isPaid(total, paying, merchant) && !isTooMuch && !till.isBusy && hasRegister;
  const pay = () => {
    if (!canPay || !passInputs()) return;
    till.sell(paying);
    onSent();
  };
  /** The button leaves with the cart. */
  const empty = () => {
    till.empty();
    onSent();
  };
  const park = () => {
    if (!passInputs()) return;
    till.park();
    onSent();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('till.payment')} className="checkout">
      <Stack>
        <div aria-live="polite">
          <Text>{t('sale.total')}</Text>
          <FittedFigure size={till.isEmpty ? 14 : 60}>{isTooMuch ? '–' : money(total, merchant.currency)}</FittedFigure>
          {!isKnown && cart.lines.length > 0 && (
            <Text fw={600}>{t(isLookingUp(cart) ? 'till.notKnownYet' : 'till.notKnown')}</Text>
          )}
          {isTooMuch && <Text c="var(--bad)">{t('till.tooMuchOff')}</Text>}
        </div>
        <RegisterField device={till.device} isNeeded={till.needsRegister} onChosen={onSent} />
        {!till.device.choice && <BranchField branch={till.branch} onChange={till.setBranch} isNeeded />}
        <SaleOptions cart={cart} dispatch={till.dispatch} />
        <Payment
          total={total}
          paying={paying}
          hasCustomer={cart.buyer !== null}
          onChange={(next) => till.dispatch({ type: 'changed', part: { paying: next } })}
          onPay={pay}
          receivedRef={receivedRef}
        />
        <TextInput
          label={t('till.label')}
          placeholder={t('till.labelHint')}
          maxLength={100}
          value={cart.label}
          onChange={({ currentTarget }) => till.dispatch({ type: 'changed', part: { label: currentTarget.value } })}
        />
        {!till.isEmpty && (
          <Button variant="subtle" color="gray" disabled={till.isBusy} onClick={empty}>
            {t(cart.parked_id === null ? 'till.discard' : 'till.leaveParked')}
          </Button>
        )}
        <Group wrap="nowrap" className="checkout-end">
          <Button variant="default" size="lg" disabled={!isKnown || isTooMuch || till.isBusy} onClick={park}>
            {t(cart.parked_id === null ? 'till.park' : 'till.save')}
          </Button>
          <Button ref={actionRef} size="lg" disabled={!canPay} loading={till.isBusy} onClick={pay}>
            {t('till.sell')} {isKnown && !isTooMuch && money(due, merchant.currency)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
