import { Select } from '@mantine/core';
import { useI18n } from '../language/i18n.tsx';
import { useSession } from '../session/session.tsx';

interface BranchFieldProps {
  branch: string | undefined;
  onChange(branch: string | undefined): void;
  /** One there must be. */
  isNeeded?: boolean;
}

/** Which branch it is about, or all of them; nothing is asked where there is one only. */
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
