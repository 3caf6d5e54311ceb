import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { splitFences } from '../../tools/docs/markdown.js'
import { installSmallSite } from './next-versions.js'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const site = join(import.meta.dirname, 'small-site')
const recipes = join(import.meta.dirname, '../../docs/recipes')

/** Registers tests of the recipes on Vitest and Docker, which show the files of `small-site`. */
export function testSmallSite(buildTimeoutMs: number): void {
  describe('a small Next 16 app', () => {
    let folder: string
    beforeAll(async () => {
      folder = await installSmallSite()
    }, buildTimeoutMs)

    test('runs its tests in Vitest', async () => {
      expect(await runVitest(folder)).toEqual({ passed: 6, problems: [] })
    })

    test('needs `server.deps.inline` for the tests that mock `next/headers`', async () => {
      const file = join(folder, 'vitest.config.ts')
      const config = readFileSync(file, 'utf8')
      writeFileSync(file, config.replace("'latchkey'", ''))
      const { passed, problems } = await runVitest(folder)
      writeFileSync(file, config)
      expect(passed).toBe(3)
      expect(problems).toHaveLength(3)
      // Vitest shortens the message.
      for (const problem of problems) expect(problem).toMatch(/`headers` was called outside a req/)
    })
  })

  describe.each(['vitest-in-next.md', 'docker-for-next.md'])('the recipe %s', page => {
    test.each(listCode(page))('shows code that is tested, in line $line', ({ code }) => {
      expect(listSiteFiles()).toContain(code)
    })
  })
}

/** Lists the blocks of TypeScript and JavaScript of a recipe, without the comment with the name of the file. */
function listCode(page: string): { line: number; code: string }[] {
  const lines = readFileSync(join(recipes, page), 'utf8').split('\n')
  return splitFences(lines)
    .blocks.filter(({ info }) => info === 'ts' || info === 'js')
    .map(({ line, code }) => ({ line, code: `${code.join('\n')}\n`.replace(/^\/\/ \S+\n/, '') }))
}

function listSiteFiles(): string[] {
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

/** Runs the tests of the folder with the Vitest of this project. @returns how many passed, and the messages of the failed ones */
async function runVitest(folder: string): Promise<{ passed: number; problems: string[] }> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const { PATH = '', HOME = '' } = process.env
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`]
  // A failed test is a failed process, and the report says which.
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH, HOME } }).catch(() => {})
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, problems: testResults.flatMap(listProblems) }
}

/** A test file of a JSON report. */
interface TestFile {
  readonly message: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

function listProblems({ assertionResults }: TestFile): string[] {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ failureMessages }) => failureMessages.join('\n'))
}
