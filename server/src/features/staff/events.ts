import { eventType } from '../../platform/http/event-type.ts';
import type { SignedOut } from './change-staff.ts';
import type { ColleagueRow } from './queries.ts';
import { colleague, signedOut, toColleague } from './schemas.ts';

export const staffEvents = {
  'staff.invited': eventType<ColleagueRow>('A person was invited, or invited again', colleague, toColleague),
  'staff.uninvited': eventType<ColleagueRow>('An invitation was withdrawn', colleague, toColleague),
  'staff.created': eventType<ColleagueRow>('A person accepted an invitation and joined the staff', colleague, toColleague),
  'staff.updated': eventType<ColleagueRow>('A membership was changed, ended or restored', colleague, toColleague),
  'staff.signed_out': eventType<SignedOut>('An owner ended all sessions of a staff member', signedOut, (told) => told),
};
