/**
 * Installs what the commands of a fresh clone require. Imports only modules of Node, because it runs before anything is
 * installed.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from './shared/gate.js'
import { holdLock } from './shared/lock.js'

/**
 * Debian packages for the tests: Chromium, fonts for all languages, so that pages look the same on every machine, OpenSSL to
 * create certificates, and Redis for the adapters.
 */
export const debianPackages = [
  'chromium-headless-shell',
  'fonts-dejavu-core',
  'fonts-inter',
  'fonts-wqy-microhei',
  'openssl',
  'redis-server',
]

/** Servers for the database tests, each on a port of its own. */
export const databaseServers = ['mariadb-server', 'pgbouncer', 'postgresql']

/** Reverse proxies that run the snippets of the documentation. */
export const reverseProxies = ['apache2-bin', 'caddy', 'haproxy', 'nginx']

/** Servers for the scale test. */
export const scaleServers = ['nginx', 'pgbouncer', 'postgresql', 'redis-server']

/**
 * Installs the locked npm dependencies of the folder `root` if they are missing or older than the lockfile. Does not use `npm ci`, which
 * would delete `node_modules` while another server uses it. A second process that needs the same folder waits.
 */
export async function installDependencies(root) {
  if (isInstalled(root)) return
  await holdLock(root, async () => {
    if (!isInstalled(root)) await runInstall(root)
  })
}

/** Returns whether the dependencies are installed. npm writes its hidden lockfile last, so an interrupted install does not count. */
function isInstalled(root) {
  const [locked, installed] = [join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json')]
  return existsSync(installed) && statSync(locked).mtimeMs <= statSync(installed).mtimeMs
}

async function runInstall(root) {
  const folder = relative(projectRoot, root)
  const isInside = folder !== '' && !folder.startsWith('..')
  console.log(`Installing npm dependencies${isInside ? ` of ${folder.split(sep).join('/')}` : ''} ...`)
  // Frameworks warn of Node versions that Latchkey supports. Their warnings are for those who choose the framework.
  const options = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']
  const code = await runInTerminal(
    'npm',
    ['install', ...options, ...(isInside ? ['--loglevel=error'] : [])],
    root,
  )
  if (code !== 0)
    throw new Error(
      `npm install failed with exit code ${code} in ${root}. The output above contains the reason.`,
    )
}

/** Runs a command in this terminal and prints a line every ten seconds. @returns the exit code */
export async function runInTerminal(command, args, cwd) {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const progressTimer = setInterval(() => console.log(`  ... ${command} ${args[0]}, ${seconds()} s`), 10_000)
  try {
    const child = spawn(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
    return await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  } finally {
    clearInterval(progressTimer)
  }
}

/**
 * Installs missing Debian packages if this process has the permission.
 *
 * @returns `undefined` if all packages are installed, otherwise a sentence with the missing packages and the reason
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
  if (process.getuid?.() !== 0) return 'this process is not root'
  return undefined
}

async function install(names) {
  console.log(`Installing Debian packages: ${names.join(', ')} ...`)
  const updated = await runApt(['update'])
  const installed = updated && (await runApt(['install', '-y', '--no-install-recommends', ...names]))
  return installed ? undefined : 'apt-get failed, the output above contains the reason'
}

/** Runs apt-get, with retries because another process may hold one of its locks. */
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
