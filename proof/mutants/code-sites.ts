import ts from 'typescript';
import { rolesByPermission } from '../../server/src/core/permissions.ts';
import type { Site } from './site.ts';
import { sqlSites } from './sql-sites.ts';

const { SyntaxKind: Syntax } = ts;

/** The places of a source file where a small fault can be made. */
export function codeSites(file: string, text: string): Site[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const sites: Site[] = [];
  const visit = (node: ts.Node): void => {
    if (isIgnored(node)) return;
    sites.push(...sitesAt(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** Types, imports, and what no client and no reader of data can notice: messages of the log, looks of an element. */
function isIgnored(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isJsxAttribute(node))
    return node.initializer === undefined || ts.isStringLiteral(node.initializer) || isLook(node.initializer);
  if (!ts.isExpressionStatement(node)) return false;
  return /^(void )?((\w+\.)*log(ger)?(\?)?\.\w+|console\.\w+|[\w.?]+\.unref)\(/.test(node.getText());
}

/** A number or a plain object as an attribute: a size, a gap, a style. */
const isLook = (value: ts.Node): boolean =>
  ts.isJsxExpression(value) &&
  value.expression !== undefined &&
  (ts.isNumericLiteral(value.expression) || ts.isObjectLiteralExpression(value.expression));

function sitesAt(node: ts.Node, source: ts.SourceFile): Site[] {
  const textOf = (part: ts.Node) => part.getText(source);
  const replace = (kind: Site['kind'], part: ts.Node, put: string): Site[] => [
    { kind, start: part.getStart(source), end: part.getEnd(), put },
  ];
  if (ts.isBinaryExpression(node)) return binarySites(node, replace, textOf);
  if (ts.isPrefixUnaryExpression(node) && node.operator === Syntax.ExclamationToken)
    return replace('condition', node, textOf(node.operand));
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((branch) => replace('condition', node, `(${textOf(branch)})`));
  if (ts.isIfStatement(node)) return replace('condition', node.expression, `!(${textOf(node.expression)})`);
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return replace('constant', node, nextNumber(node.text));
  if (node.kind === Syntax.TrueKeyword) return replace('constant', node, 'false');
  if (node.kind === Syntax.FalseKeyword) return replace('constant', node, 'true');
  if (ts.isStringLiteral(node) && operators[node.text] !== undefined && ts.isCallExpression(node.parent))
    return replace('comparison', node, `'${operators[node.text]}'`);
  if (ts.isStringLiteral(node) && isPermission(node)) return replace('permission', node, widerPermission(node.text));
  if (ts.isArrayLiteralExpression(node)) return memberSites(node.elements, source);
  if (ts.isObjectLiteralExpression(node)) return memberSites(node.properties, source);
  if (ts.isAwaitExpression(node)) return replace('await', node, textOf(node.expression));
  if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression))
    return replace(/^(await )?lock\w*\(/.test(textOf(node)) ? 'lock' : 'statement', node, ';');
  if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(textOf(node.tag)))
    return sqlSites(textOf(node.template), node.template.getStart(source));
  if (ts.isCallExpression(node)) return [...argumentSites(node, source), ...chainSites(node, source)];
  return [];
}

const boundaries: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const negations: Record<string, string> = { '===': '!==', '!==': '===' };
/** As texts, in the calls of the query builder. */
const operators: Record<string, string> = { ...boundaries, desc: 'asc', asc: 'desc' };
const operations: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '+=': '-=', '-=': '+=' };

function binarySites(
  node: ts.BinaryExpression,
  replace: (kind: Site['kind'], part: ts.Node, put: string) => Site[],
  textOf: (part: ts.Node) => string,
): Site[] {
  const { left, right, operatorToken: operator } = node;
  const text = textOf(operator);
  if (boundaries[text] !== undefined) return replace('comparison', operator, boundaries[text]);
  if (negations[text] !== undefined) return replace('condition', operator, negations[text]);
  if (['&&', '||', '??'].includes(text))
    return [left, right].flatMap((operand) => replace('condition', node, textOf(operand)));
  // Texts are added, not subtracted.
  if (operations[text] === undefined || [left, right].some(isText)) return [];
  return replace('arithmetic', operator, operations[text]);
}

const isText = (node: ts.Node): boolean => ts.isStringLiteral(node) || ts.isTemplateExpression(node);

/** One more of a small number, ten times a large one: nobody notices a second of 1,001 milliseconds. */
function nextNumber(text: string): string {
  const isBig = text.endsWith('n');
  const value = BigInt(Math.trunc(Number(text.replaceAll('_', '').replace('n', ''))));
  const changed = value < 100n ? value + 1n : value * 10n;
  return `${changed}${isBig ? 'n' : ''}`;
}

/** The permission that a route or a check names. Keys of objects are not asked for. */
const isPermission = (node: ts.StringLiteral): boolean =>
  Object.hasOwn(rolesByPermission, node.text) &&
  ((ts.isPropertyAssignment(node.parent) &&
    node.parent.initializer === node &&
    textOfName(node.parent) === 'permission') ||
    (ts.isCallExpression(node.parent) && node.parent.arguments.includes(node)));

const textOfName = (node: ts.PropertyAssignment): string => node.name.getText();

/** Every role has the first one, and all but one the second one. */
const widerPermission = (text: string): string => (text === 'catalogue:read' ? "'sales:read'" : "'catalogue:read'");

/** Drops each member with the comma that separates it from its neighbour. */
function memberSites(members: readonly ts.Node[], source: ts.SourceFile): Site[] {
  return members.map((member, index) => {
    const next = members[index + 1];
    const before = members[index - 1];
    if (next !== undefined)
      return { kind: 'member', start: member.getStart(source), end: next.getStart(source), put: '' };
    return {
      kind: 'member',
      start: before === undefined ? member.getStart(source) : before.getEnd(),
      end: member.getEnd(),
      put: '',
    };
  });
}

function argumentSites({ expression, arguments: given }: ts.CallExpression, source: ts.SourceFile): Site[] {
  const [first, second] = given;
  if (/^Math\.(min|max)$/.test(expression.getText(source))) return [];
  if (first === undefined || second === undefined || ts.isSpreadElement(first) || ts.isSpreadElement(second)) return [];
  const [one, other] = [first.getText(source), second.getText(source)];
  if (one === other) return [];
  return [{ kind: 'arguments', start: first.getStart(source), end: second.getEnd(), put: `${other}, ${one}` }];
}

const droppable =
  /^(where|having|orderBy|limit|distinct|filter|sort|toSorted|reverse|toReversed|slice|trim|toLowerCase|toUpperCase|normalize|skipLocked|forUpdate|forNoKeyUpdate|forShare)$/;

/** `rows.filter(isOpen)` becomes `rows`. */
function chainSites({ expression }: ts.CallExpression, source: ts.SourceFile): Site[] {
  if (!ts.isPropertyAccessExpression(expression) || !droppable.test(expression.name.text)) return [];
  const call = expression.parent;
  const written = source.text.slice(expression.expression.getEnd(), call.getEnd());
  if (/merchant_id/.test(written)) return [];
  const kind = /^(for|skip)/.test(expression.name.text) ? 'lock' : 'chain';
  return [{ kind, start: expression.expression.getEnd(), end: call.getEnd(), put: '' }];
}
