// What package.json lists is of use: who installs the package gets nothing that no code asks for. (That what code
// asks for is listed, dependency-cruiser checks.)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')
const { dependencies, devDependencies } = JSON.parse(read('package.json'))

/** The texts of all files of folders, or of the root's own files when there is none. */
function textsOf(folders: readonly string[], kinds: RegExp): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  return files
    .filter((file) => kinds.test(file) && !/package(-lock)?\.json$/.test(file))
    .map((file) => read(file))
    .join('\n')
}

const SOURCE = textsOf(['src'], /\.ts$/)
const TOOLING = textsOf(['.', 'src', 'test', 'bench', 'scripts', 'examples'], /\.([cm]?[jt]s|json)$/)

const isImported = (name: string, text: string) =>
  new RegExp(`(from|import)\\s*\\(?\\s*['"]${escaped(name)}(/[^'"]*)?['"]`).test(text)

/** By an import, by its name in a config, or by a program of it that a script starts. */
function isUsed(name: string): boolean {
  if (isImported(name, TOOLING) || new RegExp(`['"/]${escaped(name)}['"/]`).test(TOOLING)) return true
  const types = /^@types\/(.+)$/.exec(name)?.[1]
  if (types) return TOOLING.includes(`"types": ["${types}"]`)
  const { bin = {} } = JSON.parse(read('node_modules', name, 'package.json'))
  return Object.keys(bin).some((program) => TOOLING.includes(`bin('${program}')`))
}

const escaped = (name: string) => name.replace(/[.]/g, '\\.')

test.each(Object.keys(dependencies))('src imports %s', (name) => {
  expect(isImported(name, SOURCE), `nothing in src imports ${name}: npm uninstall ${name}`).toBe(true)
})

test.each(Object.keys(devDependencies))('tests, benches, scripts or configs use %s', (name) => {
  expect(isUsed(name), `nothing uses ${name}: npm uninstall ${name}`).toBe(true)
})

test('a package that nothing imports is found', () => {
  expect(isImported('ipaddr.js', SOURCE)).toBe(false)
})

test('the lock names no place to download from', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"')
})
