import { eventType } from '../../http/event-type.ts';
import type { ColleagueRow } from './queries.ts';
import { colleague, toColleague } from './schemas.ts';

export const staffEvents = {
  'staff.created': eventType<ColleagueRow>('Somebody was taken on', colleague, toColleague),
  'staff.updated': eventType<ColleagueRow>('Somebody’s place was changed, ended, or given back', colleague, toColleague),
};
