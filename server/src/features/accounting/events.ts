import { eventType } from '../../platform/http/event-type.ts';
import type { SettingsRow } from './queries.ts';
import { settings, toSettings } from './schemas.ts';

export const accountingEvents = {
  'accounting.updated': eventType<SettingsRow>('The accounts of the bookkeeping were changed', settings, toSettings),
};
