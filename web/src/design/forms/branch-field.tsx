import { NativeSelect } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';

interface BranchFieldProps {
  branch: string | undefined;
  onChange(branch: string | undefined): void;
  /** A branch must be chosen; "all branches" is not offered. */
  isNeeded?: boolean;
}

/** Choice of one branch or all branches. Hidden if the user has only one branch. */
export function BranchField({ branch, onChange, isNeeded = false }: BranchFieldProps) {
  const { t } = useI18n();
  const { branches } = useSession();
  if (branches.length < 2) return null;
  return (
    <NativeSelect
      label={t('dashboard.branch')}
      value={branch ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[
        ...(isNeeded && branch !== undefined ? [] : [{ value: '', label: isNeeded ? '' : t('dashboard.allBranches') }]),
        ...branches.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
