/** What a module exports and imports, read from its source. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ts from "typescript";

/** Names that a module exports, its stars followed; of one that is only a type it says so. */
export function exportsOf(file: string): Map<string, "value" | "type"> {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const names = new Map<string, "value" | "type">();
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) addReexports(file, statement, names);
    else if (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport))
      addDeclared(statement, names);
  }
  return names;
}

function isExport(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.ExportKeyword;
}

function addReexports(file: string, statement: ts.ExportDeclaration, names: Map<string, "value" | "type">): void {
  const { exportClause, moduleSpecifier, isTypeOnly } = statement;
  if (exportClause !== undefined && ts.isNamedExports(exportClause)) {
    for (const element of exportClause.elements) {
      names.set(element.name.text, isTypeOnly || element.isTypeOnly ? "type" : "value");
    }
    return;
  }
  const target = resolve(dirname(file), (moduleSpecifier as ts.StringLiteral).text);
  for (const [name, kind] of exportsOf(target)) names.set(name, isTypeOnly ? "type" : kind);
}

function addDeclared(statement: ts.Statement, names: Map<string, "value" | "type">): void {
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations) names.set((name as ts.Identifier).text, "value");
    return;
  }
  const { name } = statement as ts.DeclarationStatement;
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  if (name !== undefined) names.set((name as ts.Identifier).text, isType ? "type" : "value");
}

/** What a module and all modules that it reaches import at run time, with the module that does. Types cost nothing and are left out. */
export function importsReachedFrom(entry: string): ReadonlyMap<string, string> {
  const outside = new Map<string, string>();
  const seen = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith(".")) outside.set(specifier, file);
      else queue.push(resolve(dirname(file), specifier));
    }
  }
  for (const file of seen) if (!existsSync(file)) throw new Error(`${file} does not exist`);
  for (const file of seen) outside.set(file, file);
  return outside;
}

function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = runtimeSpecifier(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function runtimeSpecifier(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause;
    const named = clause?.namedBindings;
    const onlyTypes =
      clause?.isTypeOnly === true ||
      (clause !== undefined &&
        clause.name === undefined &&
        named !== undefined &&
        ts.isNamedImports(named) &&
        named.elements.every((element) => element.isTypeOnly));
    return onlyTypes ? undefined : node.moduleSpecifier;
  }
  if (ts.isExportDeclaration(node)) {
    const clause = node.exportClause;
    const onlyTypes =
      node.isTypeOnly ||
      (clause !== undefined && ts.isNamedExports(clause) && clause.elements.every((element) => element.isTypeOnly));
    return onlyTypes ? undefined : node.moduleSpecifier;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}
