import { Table, VisuallyHidden } from '@mantine/core';
import { useI18n } from '../../../language/i18n.tsx';
import { type Right, rights, roles } from '../../../session/rights.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Wide } from '../../../ui/wide.tsx';

const names = Object.keys(rights) as Right[];

/** The permissions of each role. */
export function RightsTable() {
  const { t } = useI18n();
  return (
    <Wide label={t('staff.rights')} minWidth={600}>
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
          {names.map((right) => (
            <Table.Tr key={right}>
              <Table.Th scope="row" fw={400}>
                {t(`right.${right}`)}
              </Table.Th>
              {roles.map((role) => {
                const has = (rights[right] as readonly string[]).includes(role);
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
    </Wide>
  );
}
