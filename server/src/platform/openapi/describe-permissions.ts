import { roles, rolesByPermission } from '../../core/permissions.ts';

/** Who may do what, as a table in Markdown: made from the same table that decides it. */
export function describePermissions(): string {
  const heading = ['Permission', ...roles];
  const rows = Object.entries(rolesByPermission).map(([permission, allowed]) => [
    `\`${permission}\``,
    ...roles.map((role) => ((allowed as readonly string[]).includes(role) ? 'yes' : '–')),
  ]);
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
