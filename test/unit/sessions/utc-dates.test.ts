import { execFileSync } from 'node:child_process'
import esbuild from 'esbuild'
import { expect, test } from 'vitest'

/** Reads a session whose `expires` is text in a process whose time zone is not UTC. */
async function readExpiry(expires: string, timeZone: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import { convertDates } from './src/config/adapter-values.ts'
        const session = { sessionToken: 'a', userId: 'b', expires: ${JSON.stringify(expires)} }
        const reports = { logger: console, warnOnce: () => {} }
        console.log(convertDates(reports, 'createSession', session).expires.toISOString())`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  })
  const code = outputFiles[0]?.text ?? ''
  const env = { ...process.env, TZ: timeZone }
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }).trim()
}

test.each([
  ['2026-01-01 10:00:00', '2026-01-01T10:00:00.000Z'],
  ['2026-01-01T10:00:00.500', '2026-01-01T10:00:00.500Z'],
  ['2026-01-01 10:00', '2026-01-01T10:00:00.000Z'],
  ['2026-01-01', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
  ['2026-01-01T10:00:00-05:00', '2026-01-01T15:00:00.000Z'],
  ['2026-01-01 10:00:00.123456+00', '2026-01-01T10:00:00.123Z'],
  ['Jan 1, 2026 10:00:00', '2026-01-01T10:00:00.000Z'],
  ['Thu, 01 Jan 2026 10:00:00 GMT', '2026-01-01T10:00:00.000Z'],
  ['1767261600000', '2026-01-01T10:00:00.000Z'],
])('the expiry %s of an adapter is in UTC in every time zone of the server', async (expires, expected) => {
  for (const timeZone of ['America/New_York', 'Asia/Tokyo']) {
    expect(await readExpiry(expires, timeZone), timeZone).toBe(expected)
  }
})
