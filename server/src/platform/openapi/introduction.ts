import { describeFailures } from './describe-failures.ts';
import { describePermissions } from './describe-permissions.ts';

/** What the description says before it comes to the operations: Markdown. */
export const introduction = `A point-of-sale back office. Every path takes and answers JSON.

- **Begin** by \`POST /auth/register\`, which opens a shop that can sell at once, and \`POST /auth/login\`. Its \`access_token\` goes into
  \`Authorization: Bearer …\`; who signs in by trying it out on this page is signed in for the rest of it.
- **Money** is a number in the currency’s major unit. **Times** are ISO 8601 in UTC, **days** \`YYYY-MM-DD\` on the shop’s calendar, **ids** UUIDs.
- **Safe to send again**: give a POST an \`Idempotency-Key\`, and it happens once, whatever becomes of the answer.
- **Lists** take \`page\` and \`limit\`, or for any depth at the same cost \`cursor\`, which \`meta.next_cursor\` tells. Query parameters may be
  spelled in snake_case or camelCase.

<details><summary>How it says no</summary>

A failure is \`{"success": false, "error": {"code", "message", "details"}}\`; \`details\` names each field that is to blame.

${describeFailures()}

</details>

<details><summary>Who may do what</summary>

Each operation names the one permission that it needs.

${describePermissions()}

Somebody limited to branches (\`branch_ids\`) sells, changes stock and sees what was taken in those alone. Products, categories, customers and the
levels of stock are the merchant's: whoever may change a product changes it for all branches.

</details>`;
