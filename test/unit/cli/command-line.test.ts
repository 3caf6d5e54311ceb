import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../src/cli/commands.js'
import { createProgram, type Invocation } from '../../../src/cli/create-program.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { readManifest } from '../../../tools/shared/subpaths.js'
import { runCli } from './run-cli.js'

const guide = readFileSync(join(projectRoot, 'docs/guides/cli.md'), 'utf8')

describe.each(commands.map(command => [command.name, command] as const))('latchkey %s', (name, command) => {
  test('prints its usage, its examples and its exit codes', async () => {
    const { code, out } = await runCli([...name.split(' '), '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`Usage: latchkey ${name} `)
    for (const args of Object.keys(command.examples))
      expect(out).toContain(`  npx latchkey ${`${name} ${args}`.trim()}\n`)
    expect(out).toMatch(/Exit codes: 0 .+, 1 .+, 2 wrong usage/)
  })

  test.each(Object.keys(command.examples))('accepts the arguments of the example "%s"', args => {
    const invocations: Invocation[] = []
    const errors: string[] = []
    const context = { env: {}, cwd: '/', out: () => {}, err: (text: string) => void errors.push(text) }
    const words = `${name} ${args.replace(/ [>|].*/, '')}`.trim().match(/"[^"]*"|\S+/g) ?? []
    createProgram(commands, context, invocation => void invocations.push(invocation)).parse(
      words.map(word => word.replace(/"/g, '')),
      { from: 'user' },
    )
    expect([errors, invocations[0]?.definition.name]).toEqual([[], name])
  })

  test('is described by docs/guides/cli.md', () => {
    expect(guide).toContain(`npx latchkey ${name}`)
    expect(guide).toMatch(new RegExp(`\\| \`${name}\` \\|`))
  })
})

test.each([
  [['mirgate'], "unknown command 'mirgate'\n(Did you mean migrate?)"],
  [['mirgate', '--help'], "unknown command 'mirgate'\n(Did you mean migrate?)"],
  [['password', 'import'], '(Did you mean passwords?)'],
  [['passwords', 'imprt'], '(Did you mean import?)'],
  [['migrate', '--dryrun'], "unknown option '--dryrun'\n(Did you mean --dry-run?)"],
  [['--verson'], '(Did you mean --version?)'],
  [['reseal', 'file:a', 'file:b'], 'too many arguments'],
  [['passwords', 'import'], "missing required argument 'file'"],
  [['reseal', '--prefix'], "option '--prefix <prefix>' argument missing"],
])('%j names the mistake, and prints no help of other commands', async (args, message) => {
  const { code, out, err } = await runCli(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
  expect(err.split('\n').length).toBeLessThan(6)
})

test.each([['--version'], ['-v']])('%s prints the version of the package', async flag => {
  expect(await runCli([flag])).toEqual({ code: 0, out: `${readManifest(projectRoot).version}\n`, err: '' })
})

test.each([[['--help']], [['-h']], [['help']]])('%j lists every command', async args => {
  const { code, out } = await runCli(args)
  expect(code).toBe(0)
  for (const { name } of commands) expect(out).toContain(`\n  ${name.split(' ')[0]} `)
})

test('no command prints the list of commands, and is wrong usage', async () => {
  const { code, out, err } = await runCli([])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('Usage: latchkey')
})

test('the help of a command is also printed by `help`', async () => {
  expect(await runCli(['help', 'migrate'])).toEqual(await runCli(['migrate', '--help']))
})
