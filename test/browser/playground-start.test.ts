import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { getFreePort } from '../support/free-port.js'

test('a request that the playground receives as soon as its port is open gets a response', async () => {
  const { origin, port, child } = await spawnPlayground()
  await waitForPort(port, child)
  expect((await requestPage(`${origin}/mailbox`)).status).toBe(200)
})

test('the playground prints its URL when it responds to requests', async () => {
  const { origin, child } = await spawnPlayground()
  for await (const chunk of child.stdout ?? []) {
    if (!String(chunk).includes(origin)) continue
    expect((await requestPage(origin)).status).toBe(200)
    return
  }
  throw new Error('The playground exited without a URL.')
})

/** Starts a playground as `npm run demo` does, without waiting until it is ready. */
async function spawnPlayground() {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-playground-'))
  const port = await getFreePort()
  const child = spawn(process.execPath, ['examples/playground/server.js'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    await stopProcess(child)
    await rm(dataDir, { recursive: true, force: true })
  })
  return { origin: `http://localhost:${port}`, port, child }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`The playground exited with code ${child.exitCode}.`)
    await sleep(2)
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, 'localhost')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

function requestPage(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) })
}

test('a switch with an unknown value stops the playground, with its values', async () => {
  const child = spawn(process.execPath, ['examples/playground/server.js'], {
    env: { ...process.env, TWO_FACTOR: 'maybe' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const chunks = await child.stderr.toArray()
  expect(chunks.join('')).toContain('TWO_FACTOR is "maybe". Set it to optional, required, off.')
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
})
