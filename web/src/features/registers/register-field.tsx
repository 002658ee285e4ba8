import { Select } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import type { DeviceRegisterControl } from './use-device-register.ts';

interface RegisterFieldProps {
  device: DeviceRegisterControl;
  /** Selling without a register is not offered. */
  isNeeded: boolean;
  onChosen(): void;
}

const none = 'none';

/** Choice of the register of this device. Hidden if there are no registers. */
export function RegisterField({ device: { choice, registers, choose }, isNeeded, onChosen }: RegisterFieldProps) {
  const { t } = useI18n();
  const { branches } = useSession();
  if (registers.length === 0) return null;
  const labelOf = (name: string, branch_id: string) => {
    const branch = branches.find(({ id }) => id === branch_id);
    return branches.length > 1 && branch !== undefined ? `${name} · ${branch.name}` : name;
  };
  const offered = registers.map(({ id, name, branch_id }) => ({ value: id, label: labelOf(name, branch_id) }));
  const change = (id: string | null) => {
    const register = registers.find((one) => one.id === id);
    choose(register === undefined ? null : { id: register.id, branch_id: register.branch_id });
    onChosen();
  };
  return (
    <Select
      label={t('registers.register')}
      description={t('registers.chooseHint')}
      placeholder={t('registers.choose')}
      allowDeselect={false}
      value={choice === null ? none : (choice?.id ?? null)}
      onChange={change}
      data={isNeeded ? offered : [...offered, { value: none, label: t('registers.no') }]}
      error={isNeeded && !choice ? t('registers.needed') : undefined}
    />
  );
}
