/**
 * The commands of a fresh clone install what they need by themselves, so that the first thing a newcomer reads is not
 * an error about a missing module. This file therefore imports nothing but Node: it runs before there is anything else.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What the tests need: for the browser Chromium, fonts for all languages so that a page looks the same everywhere, a maker
 * of certificates; for the adapters Redis.
 */
export const debianPackages = [
  'chromium-headless-shell',
  'fonts-dejavu-core',
  'fonts-inter',
  'fonts-wqy-microhei',
  'openssl',
  'redis-server',
]

/** What the tests of databases start, each on a port of its own. */
export const databaseServers = ['mariadb-server', 'postgresql']

/** What stands around several processes in the test of scale. */
export const scaleServers = ['nginx', 'postgresql', 'redis-server']

/**
 * Installs the locked npm dependencies of `root` when they are missing or older than the lockfile. This is not `npm ci`,
 * which would take `node_modules` away from a server that runs beside it.
 */
export async function installDependencies(root) {
  if (isInstalled(root)) return
  console.log('Installing npm dependencies ...')
  const code = await runInTerminal(
    'npm',
    ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'],
    root,
  )
  if (code !== 0) throw new Error(`npm install failed with exit code ${code}; its reason stands above.`)
}

/** npm writes its hidden lockfile last, so an interrupted install does not count. */
function isInstalled(root) {
  const [locked, installed] = [join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json')]
  return existsSync(installed) && statSync(locked).mtimeMs <= statSync(installed).mtimeMs
}

/** Runs a command on this terminal and says every ten seconds that it still runs; resolves to its exit code. */
async function runInTerminal(command, args, cwd) {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const pulse = setInterval(() => console.log(`  ... ${command} ${args[0]}, ${seconds()} s`), 10_000)
  try {
    const child = spawn(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
    return await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  } finally {
    clearInterval(pulse)
  }
}

/**
 * Installs the Debian packages of `names` that are missing, where this process may. Resolves to `undefined` when all are
 * there, else to a sentence that says which are not and why.
 */
export async function installDebianPackages(names) {
  const missing = existsSync('/usr/bin/dpkg-query') ? names.filter(name => !isDebianInstalled(name)) : names
  if (missing.length === 0) return undefined
  const obstacle = getInstallObstacle() ?? (await install(missing))
  return obstacle && `${missing.join(', ')} not installed: ${obstacle}.`
}

function isDebianInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['--status', name], { encoding: 'utf8' })
  return /^Status: install ok installed$/m.test(stdout)
}

function getInstallObstacle() {
  if (!existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return 'this is not Debian'
  if (process.getuid?.() !== 0) return 'only root can install it'
  return undefined
}

async function install(names) {
  console.log(`Installing Debian packages: ${names.join(', ')} ...`)
  const updated = await runApt(['update'])
  const installed = updated && (await runApt(['install', '-y', '--no-install-recommends', ...names]))
  return installed ? undefined : 'apt-get failed, its reason stands above'
}

/** Another clone may be installing at the same moment and hold one of apt's locks. */
async function runApt(args) {
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0']
  for (let attempt = 1; attempt <= 6; attempt++) {
    if (
      (await runInTerminal('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, ...args])) === 0
    )
      return true
    if (attempt < 6) await sleep(5_000)
  }
  return false
}
