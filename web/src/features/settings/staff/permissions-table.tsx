import { Box, Table, Text, VisuallyHidden } from '@mantine/core';
import { Icon } from '../../../design/icons.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { type Permission, roles, rolesByPermission } from '../../../session/permissions.ts';

const names = Object.keys(rolesByPermission) as Permission[];

/** The permissions of each role: as a table, or with the roles below each permission where that has no room. */
export function PermissionsTable() {
  const { t } = useI18n();
  return (
    <>
      <Table highlightOnHover visibleFrom="lg" aria-label={t('staff.permissions')}>
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
      <Box component="ul" className="timeline" hiddenFrom="lg" aria-label={t('staff.permissions')}>
        {names.map((permission) => (
          <li key={permission}>
            {t(`permission.${permission}`)}
            <Text size="sm" c="dimmed">
              {rolesByPermission[permission].map((role) => t(`role.${role}`)).join(' · ')}
            </Text>
          </li>
        ))}
      </Box>
    </>
  );
}
