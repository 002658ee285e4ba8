import { eventType } from '../../platform/http/event-type.ts';
import type { SignedOut } from './end-colleague-sessions.ts';
import type { ColleagueRow } from './queries.ts';
import { colleague, signedOut, toColleague } from './schemas.ts';

export const staffEvents = {
  'staff.invited': eventType<ColleagueRow>('Somebody was invited, or invited again', colleague, toColleague),
  'staff.uninvited': eventType<ColleagueRow>('An invitation was withdrawn', colleague, toColleague),
  'staff.created': eventType<ColleagueRow>('Somebody accepted an invitation, and is a member of the staff', colleague, toColleague),
  'staff.updated': eventType<ColleagueRow>('Somebody’s place was changed, ended, or given back', colleague, toColleague),
  'staff.signed_out': eventType<SignedOut>('An owner ended all sessions of one of the staff', signedOut, (told) => told),
};
