import { Alert, Button, Fieldset, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { useSpeech } from '../../language/language.tsx';
import { useSession } from '../../session/session.tsx';
import { UnknownOutcome } from '../../ui/act-form.tsx';
import { BranchField } from '../../ui/branch-field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { bodyOf, TenderFields } from '../sales/tender.tsx';
import { sumOf } from './cart.ts';
import { Choice } from './choice.tsx';
import { CustomerField } from './customer-field.tsx';
import { Done } from './done.tsx';
import { Lines } from './lines.tsx';
import { ScanField } from './scan-field.tsx';
import { useCart } from './use-cart.ts';
import { type SaleBody, useSale } from './use-sale.ts';

/** A small till: a scanner and a keyboard are enough. */
export function Till() {
  const { may } = useSession();
  if (!may('sales:write')) return <Navigate to="/" search={{}} />;
  return <Register />;
}

function Register() {
  const { t, money } = useSpeech();
  const { merchant, may } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const received = useRef<HTMLInputElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const cart = useCart();
  const { lines, buyer, tender, branch } = cart;
  const sale = useSale((made) => {
    cart.finish(made);
    field.current?.focus();
  });
  const total = sumOf(lines, merchant);
  const owed = tender.method === 'cash' && tender.received !== undefined ? tender.received - total : undefined;
  const sell = (status: 'completed' | 'pending') => {
    const body: SaleBody = {
      items: lines.map(({ id, quantity, discount }) => ({ product_id: id, quantity, ...(discount > 0 ? { discount } : {}) })),
      ...(buyer === undefined ? {} : { customer_id: buyer.id }),
      ...(branch === undefined ? {} : { branch_id: branch }),
      ...(status === 'pending' ? { status } : bodyOf(tender)),
    };
    if (lines.length > 0) sale.send(body);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sell('completed');
  };
  const toTheMoney = () => lines.length > 0 && (received.current ?? action.current)?.focus();
  const wrong = fieldsOf(sale.error);
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('nav.till')}</PageTitle>
        {may('sales:read') && (
          <TextLink to="/sales" search={{ status: 'pending' }}>
            {t('till.parkedSales')}
          </TextLink>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <Fieldset variant="unstyled" disabled={sale.isUnknown}>
            <Stack>
              <ScanField fieldRef={field} onScan={cart.scan} onPick={cart.pick} onPay={toTheMoney} onStep={cart.step} />
              <Problem error={cart.problem} />
              {cart.unknown !== undefined && (
                <Alert color="orange" role="alert">
                  {t('till.unknown', { code: cart.unknown })}
                </Alert>
              )}
              {cart.done !== undefined && <Done sale={cart.done} onPrinted={() => field.current?.focus()} />}
              <Lines lines={lines} onChange={cart.setLines} />
            </Stack>
          </Fieldset>
        </Stack>
        <Paper withBorder p="md" component="section" aria-label={t('till.payment')}>
          <form onSubmit={submit}>
            <Stack>
              <div aria-live="polite">
                <Text>{t('sale.total')}</Text>
                <Text className="figures total-due">{money(total, merchant.currency)}</Text>
              </div>
              <Fieldset variant="unstyled" disabled={sale.isUnknown}>
                <Stack>
                  <BranchField branch={branch} onChange={cart.setBranch} isNeeded />
                  {may('customers:read') && <CustomerField buyer={buyer} onChange={cart.setBuyer} />}
                  <TenderFields
                    tender={tender}
                    hasCustomer={buyer !== undefined}
                    onChange={cart.setTender}
                    wrong={wrong}
                    receivedRef={received}
                  />
                </Stack>
              </Fieldset>
              {owed !== undefined && (
                <Text size="xl" fw={700} className="figures" c={owed < 0 ? 'var(--bad)' : undefined} aria-live="polite">
                  {owed < 0 ? t('till.missing') : t('sale.change')} {money(Math.abs(owed), merchant.currency)}
                </Text>
              )}
              <Problem error={sale.error} />
              {sale.isUnknown && <UnknownOutcome act={sale} />}
              <Group grow>
                <Button
                  variant="default"
                  size="lg"
                  disabled={lines.length === 0 || sale.isUnknown || sale.isPending}
                  onClick={() => sell('pending')}
                >
                  {t('till.park')}
                </Button>
                <Button ref={action} type="submit" size="lg" disabled={lines.length === 0 || sale.isUnknown} loading={sale.isPending}>
                  {t('till.sell')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Paper>
      </SimpleGrid>
      <Choice goods={cart.choice} onChoose={cart.choose} onClose={cart.chooseNone} />
    </Stack>
  );
}
