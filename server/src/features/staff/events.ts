import { eventType } from '../../platform/http/event-type.ts';
import type { SignedOut } from './change-staff.ts';
import type { StaffMemberRow } from './queries.ts';
import { signedOut, staffMember, toStaffMember } from './schemas.ts';

export const staffEvents = {
  'staff.invited': eventType<StaffMemberRow>('A person was invited, or invited again', staffMember, toStaffMember),
  'staff.uninvited': eventType<StaffMemberRow>('An invitation was withdrawn', staffMember, toStaffMember),
  'staff.created': eventType<StaffMemberRow>(
    'A person joined the staff: accepted an invitation, or was added with a PIN',
    staffMember,
    toStaffMember,
  ),
  'staff.updated': eventType<StaffMemberRow>('A membership was changed, ended or restored', staffMember, toStaffMember),
  'staff.signed_out': eventType<SignedOut>(
    'An owner ended all sessions of a staff member',
    signedOut,
    (payload) => payload,
  ),
};
