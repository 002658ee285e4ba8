import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Checks the types of the tree with one file changed. */
export interface TypeChecker {
  /** True if the types of this file are right when it has this text. */
  accepts(file: string, text: string): boolean;
}

/**
 * Checks the changed file only: a fault that types refuse in another file counts as one that tests must notice.
 * @param root the folder of the tree
 */
export function openTypeChecker(root: string): TypeChecker {
  // The pages have options of their own.
  const service = checkerOf(join(root, 'tsconfig.json'));
  const pages = checkerOf(join(root, 'web', 'tsconfig.json'));
  return {
    accepts: (file, text) => (file.startsWith('web/') ? pages : service)(join(root, file), text),
  };
}

function checkerOf(config: string): (path: string, text: string) => boolean {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  );
  let changed: { path: string; text: string } | undefined;
  let version = 0;
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => fileNames,
    // The version of the file that was changed before must differ, too.
    getScriptVersion: (path) => (path === changed?.path ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      if (path === changed?.path) return ts.ScriptSnapshot.fromString(changed.text);
      return existsSync(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined;
    },
    getCurrentDirectory: () => dirname(config),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const service = ts.createLanguageService(host);
  return (path, text) => {
    version += 1;
    changed = { path, text };
    return service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length === 0;
  };
}
