import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Checks the types of the tree with one file changed. */
export interface TypeChecker {
  /** True if the types of this file, and of those that import it, are right when it has this text. */
  accepts(file: string, text: string): boolean;
}

/** @param root the folder of the tree */
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
  const importers = importersOf(fileNames);
  return (path, text) => {
    version += 1;
    changed = { path, text };
    return (
      service.getSyntacticDiagnostics(path).length === 0 &&
      [path, ...(importers.get(path) ?? [])].every((file) => service.getSemanticDiagnostics(file).length === 0)
    );
  };
}

/** By file: those that import it directly. */
function importersOf(files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const imported = join(dirname(file), fileName);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
}
