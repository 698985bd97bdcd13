// What a file exports, another one imports: an export that nobody takes says that others may, and is in the way of
// whoever changes it.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))

/** What users import: their files re-export, and what they export is theirs to use. */
const PUBLIC = new Set(
  Object.values(packageJson.exports)
    .filter((entry) => typeof entry !== 'string')
    .map((entry) => entry.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
)

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.m?ts$/.test(path))
}

interface Module {
  readonly exports: readonly string[]
  /** `<file> <name>`; `*` for all that a file exports. */
  readonly takes: readonly string[]
}

function moduleOf(path: string): Module {
  const exports: string[] = []
  const takes: string[] = []
  const take = (from: ts.Node | undefined, names: readonly string[]) => {
    if (!from || !ts.isStringLiteralLike(from) || !from.text.startsWith('.')) return
    const file = relative(root, join(root, dirname(path), from.text.replace(/\.js$/, '.ts')))
    takes.push(...names.map((name) => `${file} ${name}`))
  }
  const namesOf = (list: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]) =>
    list.map(({ name, propertyName }) => (propertyName ?? name).text)
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings
      const isAll = bindings && ts.isNamespaceImport(bindings)
      take(node.moduleSpecifier, isAll ? ['*'] : bindings ? namesOf(bindings.elements) : [])
    } else if (ts.isExportDeclaration(node)) {
      const { exportClause } = node
      const isList = exportClause && ts.isNamedExports(exportClause)
      take(node.moduleSpecifier, isList ? namesOf(exportClause.elements) : ['*'])
      if (isList) exports.push(...exportClause.elements.map(({ name }) => name.text))
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], ['*'])
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(node.argument.literal, ['*'])
    } else if (ts.canHaveModifiers(node) && isExported(node)) exports.push(...declaredNames(node))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest))
  return { exports, takes }
}

function isExported(node: ts.HasModifiers): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

function declaredNames(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  }
  const { name } = node as { name?: ts.Node }
  return name && ts.isIdentifier(name) ? [name.text] : []
}

/** Rooms that are being rebuilt; to be taken out of here, with their idle exports, when they stand. */
const REBUILT = /^src\/(door|gate|flow\/kept|handles\/(seal|vault))\//

test('every export of src is imported, or is public', { timeout: 60_000 }, () => {
  const modules = new Map(filesIn('src').map((path) => [path, moduleOf(path)] as const))
  const others = ['test', 'bench', 'examples', 'scripts'].flatMap(filesIn).map(moduleOf)
  const taken = new Set([...modules.values(), ...others].flatMap(({ takes }) => takes))
  const idle = [...modules]
    .filter(([path]) => !REBUILT.test(path) && !PUBLIC.has(path) && !taken.has(`${path} *`))
    .flatMap(([path, { exports }]) => exports.map((name) => `${path} ${name}`))
    .filter((one) => !taken.has(one))
  expect(idle).toEqual([])
})
