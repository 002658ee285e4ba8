import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Finds promises that are not awaited. Lint knows those of this project only: here the types of Node and of the
 * libraries count as well.
 *   node test/runner/floating-promises.ts          all sources
 *   node test/runner/floating-promises.ts <path>   one of them
 */
const root = new URL('../..', import.meta.url).pathname;

/** The sources below each configuration. */
const parts: [config: string, isSource: RegExp][] = [
  ['tsconfig.json', /^(core|client|server)\/src\//],
  ['web/tsconfig.json', /^web\/src\//],
];

/** @param isWanted by the path from `folder` @returns `path:line` of each */
export function listFloatingPromises(folder: string, config: string, isWanted: (path: string) => boolean): string[] {
  const path = join(folder, config);
  const { config: written } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(written, ts.sys, dirname(path));
  const pathOf = (name: string) => relative(folder, name);
  const names = fileNames.filter((name) => isWanted(pathOf(name)));
  const program = ts.createProgram(names, options);
  const checker = program.getTypeChecker();
  return names.flatMap((name) => {
    const source = program.getSourceFile(name);
    if (source === undefined) return [];
    return floatingIn(source, checker).map((line) => `${pathOf(name)}:${line}`);
  });
}

/** The lines of statements whose value is a promise, and that neither wait for it nor handle its failure. */
function floatingIn(source: ts.SourceFile, checker: ts.TypeChecker): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isFloating(node.expression, checker))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

const isFloating = (expression: ts.Expression, checker: ts.TypeChecker): boolean =>
  !ts.isAwaitExpression(expression) &&
  !ts.isVoidExpression(expression) &&
  !isAssignment(expression) &&
  !isHandled(expression) &&
  isPromise(checker.getTypeAtLocation(expression));

const isAssignment = (expression: ts.Expression): boolean =>
  ts.isBinaryExpression(expression) &&
  expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment;

/** Ends with `catch`, or with a `then` for both outcomes, perhaps followed by `finally`. */
function isHandled(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const { name, expression: before } = expression.expression;
  if (name.text === 'finally') return isHandled(before);
  return name.text === 'catch' || (name.text === 'then' && expression.arguments.length === 2);
}

const isPromise = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isPromise) : type.getSymbol()?.name === 'Promise';

if (process.argv[1] === import.meta.filename) {
  const [, , only] = process.argv;
  const found = parts.flatMap(([config, isSource]) =>
    only !== undefined && !isSource.test(only)
      ? []
      : listFloatingPromises(
          root,
          config,
          (path) => isSource.test(path) && !/\.test\.tsx?$/.test(path) && (only === undefined || path === only),
        ),
  );
  for (const place of found) console.error(`${place} this promise is not awaited`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
