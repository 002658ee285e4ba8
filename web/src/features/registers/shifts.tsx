import { Button, Group, Menu, Select, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDialog } from '../../design/feedback/use-dialog.ts';
import { BranchField } from '../../design/forms/branch-field.tsx';
import { FilterBar } from '../../design/lists/filter-bar.tsx';
import { PageTitle } from '../../design/page-title.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { activeOf } from './device-register.ts';
import { ClosureList, ShiftList } from './lists.tsx';
import { OpenShift } from './open-shift.tsx';
import { type Register, useRegisters } from './register-queries.ts';
import { readView, type ShiftsView, shiftStatuses } from './view.ts';

/** The shifts of all registers, and their closures. */
export function Shifts() {
  const { t } = useI18n();
  const { may } = useSession();
  const view = useSearch({ from: '/authenticated/shifts' });
  const navigate = useNavigate({ from: '/shifts' });
  const show = (part: Partial<Record<keyof ShiftsView, unknown>>) =>
    void navigate({ search: readView({ ...view, ...part }), replace: true });
  const showAll = () => void navigate({ search: readView({ about: view.about }), replace: true });
  const registers = useRegisters();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <PageTitle>{t('nav.shifts')}</PageTitle>
        {may('shifts:write') && registers !== undefined && <OpenButton registers={activeOf(registers)} />}
      </Group>
      {registers?.length === 0 && (
        <Text>
          {t('shifts.noRegisters')}{' '}
          {may('registers:write') && <TextLink to="/settings/registers">{t('registers.new')}</TextLink>}
        </Text>
      )}
      <FilterBar>
        <Select
          label={t('registers.register')}
          placeholder={t('registers.all')}
          clearable
          value={view.register ?? null}
          onChange={(register) => show({ register })}
          data={(registers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <BranchField branch={view.branch} onChange={(branch) => show({ branch })} />
        {view.about === undefined && (
          <Select
            label={t('sales.status')}
            placeholder={t('sales.anyStatus')}
            clearable
            value={view.status ?? null}
            onChange={(status) => show({ status })}
            data={shiftStatuses.map((value) => ({ value, label: t(`shifts.status.${value}`) }))}
          />
        )}
      </FilterBar>
      <Tabs
        value={view.about ?? 'shifts'}
        onChange={(about) => show({ about: about === 'closures' ? about : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="shifts">{t('nav.shifts')}</Tabs.Tab>
          <Tabs.Tab value="closures">{t('closures.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="shifts">
          <ShiftList view={view} onShowAll={showAll} />
        </Tabs.Panel>
        <Tabs.Panel value="closures">
          <ClosureList view={view} onShowAll={showAll} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

/** Opens a shift; with several registers, the user chooses one first. */
function OpenButton({ registers }: { registers: readonly Register[] }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const opening = useDialog<Register>();
  const [only, ...others] = registers;
  if (only === undefined) return null;
  return (
    <>
      {others.length === 0 ? (
        <Button onClick={() => opening.open(only)}>{t('shifts.open')}</Button>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button>{t('shifts.open')}</Button>
          </Menu.Target>
          <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
            {registers.map((register) => (
              <Menu.Item key={register.id} onClick={() => opening.open(register)}>
                {register.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {opening.subject !== undefined && (
        <OpenShift
          register={opening.subject}
          isOpen={opening.isOpen}
          onClose={opening.close}
          onOpened={({ id }) => void navigate({ to: '/shifts/$id', params: { id } })}
        />
      )}
    </>
  );
}
