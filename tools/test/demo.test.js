import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { getFreePort } from '../../test/support/free-port.js'
import { projectRoot } from '../shared/gate.js'

/** Copies the files that Git would check out. */
function cloneProject() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const needed = /^(?:package|src\/|tools\/|examples\/playground\/)/
  for (const path of stdout.split('\0').filter(path => needed.test(path)))
    if (existsSync(join(projectRoot, path))) cpSync(join(projectRoot, path), join(folder, path))
  return folder
}

/** Starts the playground as a contributor does. Resolves with its output when it prints its URL. */
async function startDemo(folder) {
  const port = await getFreePort(3)
  const env = { ...process.env, PORT: String(port), FORCE_COLOR: undefined }
  const child = spawn('npm', ['run', 'demo'], { cwd: folder, env, detached: true })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid)
    await once(child, 'close')
  }
  onTestFinished(stop)
  const origin = `http://localhost:${port}`
  const lines = []
  child.stderr.setEncoding('utf8').on('data', text => lines.push(text))
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.includes('Open ') && line.includes(origin)) return { origin, output: lines.join('\n'), stop }
  }
  throw new Error(`The demo ended:\n${lines.join('\n')}`)
}

test('a fresh clone installs only what the playground needs, without a warning, and responds', async () => {
  const folder = cloneProject()
  const { origin, output, stop } = await startDemo(folder)
  expect((await fetch(origin)).status).toBe(200)
  expect((await fetch(`${origin}/auth/signin`)).status).toBe(200)
  expect(output).toContain('Installing npm dependencies of the playground')
  expect(output).not.toMatch(/warn/i)
  const scopes = readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))
  expect(scopes.length).toBeLessThan(80)
  await stop()

  const built = statSync(join(folder, 'dist/index.js')).mtimeMs
  const again = await startDemo(folder)
  expect(again.output).not.toContain('Installing')
  expect(again.output).not.toContain('Building')
  expect(statSync(join(folder, 'dist/index.js')).mtimeMs).toBe(built)
})
