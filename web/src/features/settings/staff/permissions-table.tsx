import { Table, VisuallyHidden } from '@mantine/core';
import { Icon } from '../../../design/icons.tsx';
import { WideTable } from '../../../design/lists/wide-table.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { type Permission, roles, rolesByPermission } from '../../../session/permissions.ts';

const names = Object.keys(rolesByPermission) as Permission[];

/** The permissions of each role. */
export function PermissionsTable() {
  const { t } = useI18n();
  return (
    <WideTable label={t('staff.permissions')} minWidth={600}>
      <Table className="sticky-first" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('staff.mayDo')}</Table.Th>
            {roles.map((role) => (
              <Table.Th key={role} ta="center" w={92}>
                {t(`role.${role}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((permission) => (
            <Table.Tr key={permission}>
              <Table.Th scope="row" fw={400}>
                {t(`permission.${permission}`)}
              </Table.Th>
              {roles.map((role) => {
                const has = (rolesByPermission[permission] as readonly string[]).includes(role);
                return (
                  <Table.Td key={role} ta="center">
                    {has && <Icon name="check" />}
                    <VisuallyHidden>{t(has ? 'app.yes' : 'app.no')}</VisuallyHidden>
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
