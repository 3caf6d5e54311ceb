import { describe, expect, test } from 'vitest'
import { checkStrict } from '../check-strict.js'
import { createFixture } from './fixture.js'

const findFaults = (text, path = 'src/core/planted.ts') => checkStrict(createFixture({ [path]: text }))
const repeatLine = (count, text) => Array.from({ length: count }, () => text).join('\n')

describe('strictness', () => {
  test('a valid tree has no fault', () => {
    expect(findFaults('export const answer: unknown = 42\n')).toEqual([])
  })

  test.each([
    ['any', 'export const x: any = 1', 'uses any.'],
    ['any inside a type', 'export type X = Record<string, any>', 'uses any.'],
    ['a cast to any', 'export const x = { ...(1 as any) }', 'uses any.'],
    ['a non-null assertion', 'export const x = [1].at(0)!', 'non-null assertion'],
    ['a definite assignment', 'export class X { y!: string }', 'definite assignment'],
    ['a double cast', "export const x = 'a' as unknown as number", 'through unknown'],
    ['a double cast in brackets', "export const x = ('a' as unknown) as number", 'through unknown'],
    ['@ts-ignore', '// @ts-ignore\nexport const x = 1', '@ts-ignore'],
    ['@ts-expect-error', '// @ts-expect-error\nexport const x: string = 1', '@ts-expect-error'],
    ['@ts-nocheck', '// @ts-nocheck\nexport const x = 1', '@ts-nocheck'],
    ['biome-ignore', '// biome-ignore lint: because\nexport const x = 1', 'biome-ignore'],
  ])('%s is a fault', (_, text, fault) => {
    expect(findFaults(`${text}\n`)).toContainEqual(expect.stringContaining(fault))
  })

  test.each([
    ['assigned', "const x = JSON.parse('')\nexport const y: unknown = x"],
    ['accessed', "export const x: string = JSON.parse('').name"],
    ['destructured', "export const { x } = JSON.parse('')"],
    ['returned', "export function f(): string {\n  return JSON.parse('')\n}"],
  ])('an implicit any is a fault when it is %s', (_, text) => {
    expect(findFaults(`${text}\n`)).toContainEqual(expect.stringContaining('any by inference'))
  })

  test('an implicit any is no fault in a file whose framework is not installed, and one in its neighbor', () => {
    const text = "import { read } from 'hono'\n\nexport const x = read()\nexport const y = x.name\n"
    const files = {
      'package-lock.json': '{ "packages": {} }',
      'test/hono/installed/package.json': '{ "dependencies": { "hono": "4.0.0" } }',
      'src/core/planted.ts': text,
      'src/core/beside.ts': "export const x = JSON.parse('')\n",
    }
    expect(checkStrict(createFixture(files))).toEqual([expect.stringContaining('src/core/beside.ts:1')])
  })

  test('any is only allowed in the module that defines it for the contract', () => {
    const text = 'export type Untyped = any\n'
    expect(findFaults(text, 'src/types/untyped.ts')).toEqual([])
    expect(findFaults(text, 'src/core/untyped.ts')).toEqual([expect.stringContaining('uses any.')])
  })

  test('an implicit any that is assigned to unknown is not a fault', () => {
    const text =
      "export const x: unknown = JSON.parse('')\nexport function f(): unknown {\n  return JSON.parse('')\n}\n"
    expect(findFaults(text)).toEqual([])
  })

  test('the words any and ! in comments and strings are no faults', () => {
    expect(findFaults("// any value!\nexport const text = 'as any as unknown!'\n")).toEqual([])
  })

  test.each([
    ['of this', 'export class X {\n  y: unknown\n  constructor(z: string) {\n    this.y = () => z\n  }\n}\n'],
    ['of a variable', 'export const x: { y?: unknown } = {}\nx.y = function () {}\n'],
    ['if it is not set', 'export const x: { y?: unknown } = {}\nx.y ??= () => 1\n'],
    ['with another type', 'export const x: { y?: unknown } = {}\nx.y = (() => 1) as unknown\n'],
    ['with a computed name', "export const x: { y?: unknown } = {}\nx['y'] = async () => {}\n"],
  ])('a function that is created in an assignment to a property %s is a fault', (_, text) => {
    expect(findFaults(text)).toEqual([expect.stringContaining('creates a function in an assignment')])
    expect(findFaults(text, 'src/client/planted.ts')).toEqual([])
  })

  test('a function in a variable, a field or an object literal is not a fault', () => {
    const text =
      'const x = () => 1\nexport class X {\n  y = () => 1\n}\nexport const z = { x, y: () => 2 }\nz.y = x\n'
    expect(findFaults(text)).toEqual([])
  })

  test('a function of more than 60 lines is a fault', () => {
    const createFunction = lines => `export function long() {\n${repeatLine(lines - 2, '  void 0')}\n}\n`
    expect(findFaults(createFunction(60))).toEqual([])
    expect(findFaults(createFunction(61))).toEqual([
      'src/core/planted.ts:1 is a function of 61 lines, the limit is 60.',
    ])
  })

  test('a file of more than 400 lines is a fault, except for types', () => {
    const text = `${repeatLine(401, 'export {}')}\n`
    expect(findFaults(text)).toEqual(['src/core/planted.ts has 401 lines, the limit is 400.'])
    expect(findFaults(text, 'src/types/planted.ts')).toEqual([])
  })

  test('a fourth parameter is a fault', () => {
    expect(findFaults('export const f = (a: 1, b: 1, c: 1) => [a, b, c]\n')).toEqual([])
    expect(findFaults('const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d]\nexport const g = f\n')).toEqual([
      'src/core/planted.ts:1 takes 4 parameters, the limit is 3: use an object with a named type.',
    ])
  })

  test('a prescribed signature is not a fault', () => {
    expect(findFaults('export const deriveKeyBytes = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d]\n')).toEqual([])
    expect(
      findFaults('export function setEnvDefaults(env: 1, silent: boolean) {\n  return [env, silent]\n}\n'),
    ).toEqual([])
  })

  test.each([
    'export function f(loud: boolean) {\n  return loud\n}',
    'export const f = (loud?: boolean | undefined) => loud',
    'export const f = (loud = true) => loud',
    'export default function f(loud: boolean) {\n  return loud\n}',
    'export class Voice {\n  raise(loud: boolean) {\n    return loud\n  }\n}',
  ])('a boolean parameter of an exported function is a fault: %s', text => {
    expect(findFaults(`${text}\n`)).toContainEqual(expect.stringContaining('takes the boolean loud'))
  })

  test.each([
    'function f(loud: boolean) {\n  return loud\n}\nexport const g = f',
    'export class Voice {\n  private raise(loud: boolean) {\n    return loud\n  }\n  say = () => this.raise\n}',
    'export function f({ loud }: { loud: boolean }) {\n  return loud\n}',
  ])('a boolean elsewhere is not a fault: %s', text => {
    expect(findFaults(`${text}\n`)).toEqual([])
  })

  test.each(['processToken', 'urlHelper', 'sessionManager', 'utils'])('the name %s is a fault', name => {
    expect(findFaults(`export function ${name}() {}\n`)).toEqual([
      `src/core/planted.ts:1 has the vague name "${name}".`,
    ])
  })

  test('a vague name of a file or folder is a fault', () => {
    expect(findFaults('export {}\n', 'src/core/url-utils.ts')).toHaveLength(1)
    expect(findFaults('export {}\n', 'src/core/helpers/url.ts')).toHaveLength(1)
  })

  test('the name handle, a noun with this prefix, and an imported name are not faults', () => {
    const text =
      "import { handleX as answer } from './x.js'\nexport const handle = answer\nexport const handleBar = 1\n"
    expect(checkStrict(createFixture({ 'src/core/planted.ts': text }))).toEqual([])
  })
})
