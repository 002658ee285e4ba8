import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import type { Role } from '../../../session/types.ts';
import { branchesToGrant, homesOf, isLimited, rolesToGrant } from './role-rules.ts';
import type { StaffMember } from './staff-member.ts';

interface RoleFieldsProps {
  before: Pick<StaffMember, 'role' | 'branch_ids' | 'branch_id'>;
  /** A member without an e-mail address, who has fewer roles. */
  isByPin: boolean;
  errors: Readonly<Record<string, string | undefined>>;
}

/** Role and branches of a staff member. */
export function RoleFields({ before, isByPin, errors }: RoleFieldsProps) {
  const { t } = useI18n();
  const { user, branches } = useSession();
  const [role, setRole] = useState<Role>(before.role);
  const [branchIds, setBranchIds] = useState<readonly string[]>(before.branch_ids ?? []);
  const ownBranches = branchesToGrant(branches, user.branch_ids);
  const optionsOf = (some: typeof branches) => some.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        name="role"
        label={t('staff.role')}
        description={t(`staff.roleHint.${role}`)}
        allowDeselect={false}
        value={role}
        onChange={(next) => setRole(next as Role)}
        data={rolesToGrant(user.role, isByPin).map((value) => ({ value, label: t(`role.${value}`) }))}
        error={errors.role}
      />
      {branches.length > 1 && role !== 'owner' && (
        <MultiSelect
          name="branch_ids"
          label={t('staff.branches')}
          description={t('staff.branchesHint')}
          placeholder={isLimited(role, branchIds) ? '' : t('dashboard.allBranches')}
          clearable
          data={optionsOf(ownBranches)}
          value={[...branchIds]}
          onChange={setBranchIds}
          error={errors.branch_ids}
        />
      )}
      {branches.length > 1 && role === 'owner' && <input type="hidden" name="branch_ids" value="" />}
      {branches.length > 1 && (
        <Select
          name="branch_id"
          label={t('staff.home')}
          description={t('staff.homeHint')}
          clearable
          data={optionsOf(homesOf(ownBranches, { role, chosen: branchIds }))}
          defaultValue={before.branch_id}
          error={errors.branch_id}
        />
      )}
    </>
  );
}
