import { errorCatalogue } from '../../core/errors.ts';
import { roles, rolesByPermission } from '../../core/permissions.ts';
import { statusByKind } from '../http/errors.ts';

/** The introduction of the API reference, in Markdown. */
export const introduction = `A point-of-sale back office. Every path accepts and returns JSON.

- **Begin** by \`POST /auth/register\`, which opens a shop that can sell at once, and \`POST /auth/login\`. Its \`access_token\` goes into
  \`Authorization: Bearer …\`; signing in on this page also authenticates the other requests that you try here.
- **Money** is a number in the currency’s major unit. **Times** are ISO 8601 in UTC, **days** \`YYYY-MM-DD\` on the shop’s calendar, **ids** UUIDs.
- **Safe to send again**: give a POST, PUT or PATCH an \`Idempotency-Key\`, and it runs once, even if the response is lost and you repeat it.
- **Lists** take \`page\` and \`limit\`, or at the same cost at any depth \`cursor\`, whose value is \`meta.next_cursor\`. Query parameters may be
  spelled in snake_case or camelCase.

<details><summary>Errors</summary>

An error response is \`{"success": false, "error": {"code", "message", "details"}}\`; \`details\` names each invalid field.

${describeFailures()}

</details>

<details><summary>Permissions of the roles</summary>

Each operation names the one permission that it needs.

${describePermissions()}

A user limited to branches (\`branch_ids\`) sells, changes stock and sees sales in those branches only. Products, categories,
customers and stock levels belong to the merchant: a change of a product applies to all branches.

</details>`;

/** The permissions of each role as a table in Markdown, made from the table that the permission check uses. */
export function describePermissions(): string {
  const heading = ['Permission', ...roles];
  const rows = Object.entries(rolesByPermission).map(([permission, allowed]) => [
    `\`${permission}\``,
    ...roles.map((role) => ((allowed as readonly string[]).includes(role) ? 'yes' : '–')),
  ]);
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Every error code with its status and meaning, as a table in Markdown. */
export function describeFailures(): string {
  const rows = Object.entries(errorCatalogue)
    .map(([code, { kind, meaning }]) => ({ code, meaning, status: statusByKind[kind] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, meaning, status }) => `| \`${code}\` | ${status} | ${meaning} |`);
  return ['| Code | Status | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
