import { Select } from '@mantine/core';
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
    <Select
      label={t('dashboard.branch')}
      {...(isNeeded ? { allowDeselect: false } : { clearable: true, placeholder: t('dashboard.allBranches') })}
      value={branch ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      data={branches.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
