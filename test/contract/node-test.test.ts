import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const program = `
import { describe, it } from 'node:test'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describeAdapter } from 'latchkey/testing'

describeAdapter({ describe, it }, () => ({ adapter: MemoryAdapter() }), { name: 'MemoryAdapter' })
`

it('the contract runs under node:test and skips checks that do not apply', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-node-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'memory.test.mjs')
  await build({
    stdin: { contents: program, resolveDir: root },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['latchkey-source'],
  })

  const { stdout } = await promisify(execFile)(process.execPath, ['--test-reporter=tap', file])
  expect(stdout).toMatch(/^# pass 1\d\d$/m)
  expect(stdout).toMatch(/^# fail 0$/m)
  expect(stdout).toContain('# SKIP The test has no `reopen`.')
})
