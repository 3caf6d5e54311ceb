import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { signInAs } from 'latchkey/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../frameworks/server-process.js'
import { getFreePort } from '../support/free-port.js'
import { buildStandaloneServer, hasManyVersions, installSmallSite } from './next-versions.js'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const secret = 'of-thirty-two-characters-or-more'

/** Registers tests of the recipes on Vitest and Docker, which show the files of `small-site`. */
export function testSmallSite(buildTimeoutMs: number): void {
  describe('a small Next 16 app', () => {
    let folder: string
    beforeAll(async () => {
      folder = await installSmallSite()
    }, buildTimeoutMs)

    test('runs its tests in Vitest', async () => {
      expect(await runVitest(folder)).toMatchObject({ passed: 5, failed: 0 })
    })

    test('needs `server.deps.inline` for the tests that mock `next/headers`', async () => {
      const file = join(folder, 'vitest.config.ts')
      const config = readFileSync(file, 'utf8')
      writeFileSync(file, config.replace("'latchkey'", ''))
      const { passed, failed } = await runVitest(folder)
      writeFileSync(file, config)
      expect({ passed, failed }).toEqual({ passed: 2, failed: 3 })
    })

    // `npm test` has no time for another build of Next.
    if (hasManyVersions)
      test('runs as a standalone server, whose secret it gets at the start', runStandaloneServer)

    async function runStandaloneServer(): Promise<void> {
      const server = await buildStandaloneServer(folder)
      const port = await getFreePort()
      const origin = `http://127.0.0.1:${port}`
      const env = { HOSTNAME: '0.0.0.0', PORT: String(port), AUTH_URL: origin, AUTH_SECRET: secret }
      const { PATH = '' } = process.env
      const { stop } = await startServer({
        folder: dirname(server),
        command: `node ${server}`,
        env: { ...env, PATH, NODE_ENV: 'production' },
        url: `${origin}/api/auth/providers`,
      })
      try {
        expect((await fetch(`${origin}/api/me`)).status).toBe(401)
        const user = { name: 'Ada', email: 'ada@example.com' }
        const { headers } = await signInAs({ providers: [], secret }, { user, url: origin })
        expect(await (await fetch(`${origin}/api/me`, { headers })).json()).toEqual({ name: 'Ada' })
      } finally {
        await stop()
      }
    }
  })

  test.each([
    ['vitest.config.ts', 'vitest-in-next.md'],
    ['app/api/me/route.ts', 'vitest-in-next.md'],
    ['app/api/me/mock.test.ts', 'vitest-in-next.md'],
    ['app/api/me/session.test.ts', 'vitest-in-next.md'],
    ['app/actions.test.ts', 'vitest-in-next.md'],
    ['next.config.mjs', 'docker-for-next.md'],
  ])('the recipe shows %s as it is tested', (file, page) => {
    const code = readFileSync(new URL(`small-site/${file}`, import.meta.url), 'utf8')
    const text = readFileSync(new URL(`../../docs/recipes/${page}`, import.meta.url), 'utf8')
    expect(text).toContain(code)
  })
}

/** Runs the tests of the folder with the Vitest of this project. @returns how many passed and failed */
async function runVitest(folder: string): Promise<{ passed: number; failed: number }> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const { PATH = '', HOME = '' } = process.env
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`]
  // A failed test is a failed process, and the report says which.
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH, HOME } }).catch(() => {})
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests }
}
