/**
 * `npm run demo` is the first thing a newcomer runs, perhaps on a machine with nothing but Node and npm, perhaps beside
 * a copy that runs already. So it installs and builds what is missing, says what it does, and never insists on a port.
 *
 * @module
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

await installDependencies(projectRoot)
await buildIfStale()
process.env.PORT = String(await selectPort(Number(process.env.PORT ?? 3000)))
await startPlayground()

async function buildIfStale() {
  const built = join(projectRoot, 'dist/index.js')
  const sources = readdirSync(join(projectRoot, 'src'), { recursive: true })
  const newest = Math.max(...sources.map(path => statSync(join(projectRoot, 'src', path)).mtimeMs))
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return

  console.log('Building Latchkey ...')
  const { build } = await import('./build.js')
  const faults = build(projectRoot)
  if (faults.length === 0) return
  for (const fault of faults) console.error(fault)
  process.exit(1)
}

/** The wanted port, or the next free one if whoever sits here agrees. The playground itself refuses nonsense. */
async function selectPort(wanted) {
  if (!(wanted > 0 && wanted < 65_000) || (await isPortFree(wanted))) return wanted
  const next = await findFreePort(wanted + 1)
  if (await confirmPort(`Port ${wanted} is taken`, next)) return next
  console.log('Choose one yourself: PORT=4000 npm run demo')
  process.exit(1)
}

async function findFreePort(port) {
  return (await isPortFree(port)) ? port : findFreePort(port + 1)
}

async function confirmPort(problem, port) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    console.log(`${problem}, so it is ${port} this time.`)
    return true
  }
  const terminal = createInterface(process.stdin, process.stdout)
  terminal.once('SIGINT', () => process.exit(130))
  const answer = await terminal.question(`${problem}. Use ${port}? [Y/n] `)
  terminal.close()
  return !/^n/i.test(answer.trim())
}

/** Free when nobody answers there, on either loopback address, and we may listen. */
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

/** The provider's package greets Node 20 with a warning; it works there, and nobody should start with an alarm. */
async function startPlayground() {
  const { warn } = console
  console.warn = (...texts) => String(texts[0]).includes('Unsupported runtime') || warn(...texts)
  await import('../examples/playground/server.js')
  console.warn = warn
}
