import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { useSession } from '../../session/session.tsx';
import { OpenShift } from './open-shift.tsx';
import { type Register, useCurrentShift } from './register-queries.ts';
import { useDeviceRegister } from './use-device-register.ts';

interface RegisterHelpProps {
  error: unknown;
  /** Called when the shift is open, and the request can be sent again. */
  onOpened(): void;
}

/**
 * What to do if a request was rejected because of the device's register: open its shift, or look after the one that is
 * being counted. Stands outside of other forms, because it contains one.
 */
export function RegisterHelp({ error, onOpened }: RegisterHelpProps) {
  const { choice, registers } = useDeviceRegister();
  const register = registers.find(({ id }) => id === choice?.id);
  if (register === undefined || !('register_id' in fieldErrors(error))) return null;
  return <Help register={register} onOpened={onOpened} />;
}

function Help({ register, onOpened }: Pick<RegisterHelpProps, 'onOpened'> & { register: Register }) {
  const { t } = useI18n();
  const { data: shift } = useCurrentShift(register.id);
  if (shift === undefined) return null;
  if (shift === null) return <OpenShiftButton register={register} onOpened={onOpened} />;
  return (
    <TextLink to="/shifts/$id" params={{ id: shift.id }}>
      {t('shifts.toShift')}
    </TextLink>
  );
}

export function OpenShiftButton({ register, onOpened }: { register: Register; onOpened?(): void }) {
  const { t } = useI18n();
  const { may } = useSession();
  const [isOpening, setOpening] = useState(false);
  if (!may('shifts:write')) return null;
  return (
    <>
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpening(true)}>
        {t('shifts.open')}
      </Button>
      <OpenShift
        register={register}
        isOpen={isOpening}
        onClose={() => setOpening(false)}
        {...(onOpened === undefined ? {} : { onOpened })}
      />
    </>
  );
}

/** The state of the device's register: since when its shift is open, or a button that opens one. */
export function RegisterState({ register }: { register: Register }) {
  const { t, time } = useI18n();
  const { merchant } = useSession();
  const { data: shift } = useCurrentShift(register.id);
  const { name } = register;
  if (shift === undefined) return null;
  if (shift === null)
    return (
      <Group gap="xs" role="group" aria-label={t('registers.register')}>
        {t('shifts.noneOpen', { name })}
        <OpenShiftButton register={register} />
      </Group>
    );
  return (
    <TextLink to="/shifts/$id" params={{ id: shift.id }}>
      {shift.status === 'counting'
        ? t('shifts.isCounting', { name })
        : t('shifts.since', { name, time: time(Date.parse(shift.opened_at), merchant.timezone) })}
    </TextLink>
  );
}
