/**
 * Starts the playground (`npm run demo`). Installs and builds what is missing, and uses another port if the port is in use.
 *
 * @module
 */
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline/promises'
import { buildDemo } from './demo/build.js'
import { installDemo } from './demo/install.js'
import { projectRoot } from './shared/gate.js'

await installDemo(projectRoot)
await buildDemo(projectRoot)
process.env.PORT = String(await selectPort(Number(process.env.PORT ?? 3000)))
await startPlayground()

/** Returns the port, or the next free one if the user confirms. The playground itself rejects invalid ports. */
async function selectPort(port) {
  if (!(port > 0 && port < 65_000) || (await isPortFree(port))) return port
  const next = await findFreePort(port + 1)
  if (await confirmPort(`Port ${port} is in use`, next)) return next
  console.log('Set another port: PORT=4000 npm run demo')
  process.exit(1)
}

async function findFreePort(port) {
  return (await isPortFree(port)) ? port : findFreePort(port + 1)
}

async function confirmPort(problem, port) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    console.log(`${problem}. Using ${port}.`)
    return true
  }
  const terminal = createInterface(process.stdin, process.stdout)
  terminal.once('SIGINT', () => process.exit(130))
  const answer = await terminal.question(`${problem}. Use ${port}? [Y/n] `)
  terminal.close()
  return !/^n/i.test(answer.trim())
}

/** Returns whether no server responds on either loopback address and listening is possible. */
async function isPortFree(port) {
  const answers = await Promise.all(['127.0.0.1', '::1'].map(host => isPortInUse(port, host)))
  return !answers.includes(true) && canListenOn(port)
}

function isPortInUse(port, host) {
  return new Promise(resolve => {
    const socket = connect(port, host, () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

function canListenOn(port) {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', ({ code }) => resolve(code !== 'EADDRINUSE'))
    server.listen(port, 'localhost', () => server.close(() => resolve(true)))
  })
}

/** Starts the playground. Suppresses the warning of the provider's package about Node 20, on which it works. */
async function startPlayground() {
  const { warn } = console
  console.warn = (...texts) => String(texts[0]).includes('Unsupported runtime') || warn(...texts)
  await import('../examples/playground/server.js')
  console.warn = warn
}
