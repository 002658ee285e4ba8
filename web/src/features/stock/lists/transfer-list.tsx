import { Alert, Fieldset, Group, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Card } from '../../../design/card.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useErrorFocus } from '../../../design/forms/error-focus.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { textOf } from '../../../design/forms/form-values.ts';
import { useUnsaved } from '../../../design/forms/unsaved.tsx';
import { PageTitle } from '../../../design/page-title.tsx';
import { TextLink } from '../../../design/text-link.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { sendOnce } from '../../../session/send-once.ts';
import { useSession } from '../../../session/session.tsx';
import { type Sequence, useSequence } from '../../../session/use-sequence.ts';
import { useRefetchStock, useWarehouses, type Warehouse } from '../levels.ts';
import { CodeField } from './code-field.tsx';
import { addLine, readyLines, type TransferLine, without, withQuantity } from './line-rules.ts';
import { Lines } from './lines.tsx';

/** Transfers many products from one warehouse to another. */
export function TransferList() {
  const { t } = useI18n();
  const { may } = useSession();
  const warehouses = useWarehouses();
  if (!may('stock:write')) return <Navigate to="/stock" search={{}} />;
  return (
    <Stack maw={720}>
      <div>
        <TextLink to="/stock" size="sm">
          {t('stock.title')}
        </TextLink>
        <PageTitle>{t('transfer.title')}</PageTitle>
      </div>
      {warehouses.length === 1 && <Text>{t('transfer.oneWarehouse')}</Text>}
      {warehouses.length > 1 && <TransferListForm warehouses={warehouses} />}
    </Stack>
  );
}

function TransferListForm({ warehouses }: { warehouses: readonly Warehouse[] }) {
  const { t, counted } = useI18n();
  const notify = useNotify();
  const unsaved = useUnsaved();
  const refetchStock = useRefetchStock();
  const sequence = useSequence();
  const [from, chooseFrom] = useState((warehouses.find(({ is_default }) => is_default) ?? warehouses[0])?.id ?? null);
  const [to, chooseTo] = useState(warehouses.find(({ id }) => id !== from)?.id ?? null);
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<readonly TransferLine[]>([]);
  const isRunning = sequence.isRunning;
  const form = useErrorFocus(isRunning || sequence.errors.size === 0 ? null : sequence.errors);
  const ready = readyLines(lines);
  const isEmpty = lines.length === 0;
  useEffect(() => {
    if (isEmpty) unsaved.clear();
    else unsaved.touch();
  }, [isEmpty, unsaved]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (from === null || to === null || from === to || ready.length === 0) return;
    const sent = await sequence.run(
      ready,
      ({ product_id }) => product_id,
      ({ product_id, quantity }) =>
        sendOnce(`transferStock ${product_id} ${from} ${to}`, 'transferStock', {
          body: { product_id, from_warehouse: from, to_warehouse: to, quantity, reason: textOf(reason) ?? null },
        }),
    );
    // A product that was looked up meanwhile stays.
    setLines((all) => without(all, sent));
    if (sent.size > 0) notify.success(counted('transfer.done', sent.size));
    await refetchStock();
  };
  const options = warehouses.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Fieldset variant="unstyled" p={0} m={0} disabled={isRunning}>
        <Stack>
          <Group grow align="flex-start">
            <Select
              label={t('transfer.from')}
              allowDeselect={false}
              value={from}
              onChange={chooseFrom}
              data={options}
            />
            <Select
              label={t('stock.to')}
              allowDeselect={false}
              value={to}
              onChange={chooseTo}
              data={options}
              error={from === to ? t('transfer.same') : undefined}
            />
          </Group>
          <Card title={t('products.title')}>
            <Stack>
              <CodeField
                isOff={isRunning}
                onFound={(product, count) => setLines((all) => addLine(all, product, count))}
              />
              <Lines
                lines={lines}
                from={from ?? undefined}
                errors={sequence.errors}
                onQuantity={(id, quantity) => setLines((all) => withQuantity(all, id, quantity))}
                onRemove={(id) => setLines((all) => without(all, new Set([id])))}
              />
            </Stack>
          </Card>
          <TextInput
            label={t('stock.reason')}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Progressing sequence={sequence} />
          <FormButtons
            isBusy={isRunning}
            isOff={ready.length === 0 || ready.length < lines.length || from === to}
            action={ready.length === 0 ? t('stock.transfer') : counted('transfer.send', ready.length)}
          />
        </Stack>
      </Fieldset>
    </form>
  );
}

function Progressing({ sequence: { isRunning, done, of, errors } }: { sequence: Sequence }) {
  const { t, counted, number } = useI18n();
  if (isRunning)
    return (
      <div role="status">
        <Text size="sm">{t('transfer.sending', { number: number(done + 1), count: number(of) })}</Text>
        <Progress value={(done / of) * 100} aria-label={t('transfer.title')} />
      </div>
    );
  if (errors.size === 0) return null;
  return (
    <Alert color="red" role="alert">
      {counted('transfer.failed', errors.size)}
    </Alert>
  );
}
