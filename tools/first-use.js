/**
 * Does what newcomers do, from the packed package alone: creates an app, runs `npx latchkey init` and what it says, starts the app with
 * `npx latchkey dev`, and signs in. Prints the seconds and the number of commands of each task. Needs the npm registry, and free ports.
 *
 *     npm run first-use                     # all tasks
 *     npm run first-use -- Express Hono     # those whose names contain a word
 *     npm run first-use -- --write          # also writes docs/project/first-use.md
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { signInByEmail } from './first-use/sign-in.js'
import { tasks } from './first-use/tasks.js'
import { isMainModule, projectRoot } from './shared/gate.js'

const ports = { page: 4790, smtp: 4791 }

/** With the JavaScript engine, Prisma still looks for the native one, unless it has a path. */
const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' }

function runCommand(command, cwd) {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    env,
    shell: true,
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stdout}\n${stderr}`)
}

function packPackage(folder) {
  const { stdout } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  return join(folder, stdout.trim().split('\n').at(-1))
}

/** Runs a task. @returns `{ seconds, commands }`: the time with Latchkey alone, and what was typed for it @throws Error with what stopped it */
async function runTask(task, tarball) {
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-first-use-'))
  // The name of an app is that of its folder, in lower case.
  const folder = join(parent, 'app')
  mkdirSync(folder)
  try {
    for (const command of task.create) runCommand(command, folder)
    writeFiles(folder, task.files ?? {})
    const commands = [
      `npm install ${tarball}`,
      `npx latchkey init ${task.init} --write`.replace(/ +/g, ' '),
      ...(task.after ?? []),
    ]
    const startedAt = performance.now()
    for (const command of commands) runCommand(command, folder)
    if (task.check) runCommand(task.check, folder)
    await startAndSignIn(task, folder)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return { seconds, commands: commands.length + 1 }
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 3 })
  }
}

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

async function startAndSignIn({ start, port, basePath }, folder) {
  await assertFreePort(port)
  const options = `--port ${ports.page} --smtp-port ${ports.smtp}`
  const app = spawn(`exec npx latchkey dev ${options} -- ${start}`, {
    cwd: folder,
    shell: true,
    detached: true,
  })
  const exited = once(app, 'exit')
  const exit = new AbortController()
  app.once('exit', (code, signal) => exit.abort(new Error(`the app exited with ${code ?? signal}`)))
  let output = ''
  for (const stream of [app.stdout, app.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  try {
    await signInByEmail({
      origin: `http://localhost:${port}`,
      basePath,
      mailbox: `http://127.0.0.1:${ports.page}`,
      signal: exit.signal,
    })
  } catch (error) {
    throw new Error(`The sign-in failed: ${error.message}\n${output}`, { cause: error })
  } finally {
    killGroup(app.pid, 'SIGTERM')
    await new Promise(resolve => setTimeout(resolve, 500))
    killGroup(app.pid, 'SIGKILL')
    await exited
  }
}

/** @throws Error if a server listens there, which would answer for the app */
async function assertFreePort(port) {
  const isUsed = await fetch(`http://localhost:${port}`).then(
    () => true,
    () => false,
  )
  if (isUsed) throw new Error(`Port ${port} is in use. Stop the server that listens there.`)
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // All of its processes have ended.
  }
}

function renderPage(rows) {
  const lines = rows.map(({ name, seconds, commands }) => `| ${name} | ${commands} | ${seconds} |`)
  return `# First use

\`npm run first-use -- --write\` packs the package and creates these apps. It adds Latchkey with \`npx latchkey init\`, starts each app with
\`npx latchkey dev\`, and signs in by the email in the mailbox of that server.

- **Commands** are those for Latchkey: \`npm install latchkey\`, \`npx latchkey init\`, what it says to run, and \`npx latchkey dev\`.
- **Seconds** begin with the first of these commands, in an app that exists, and end when the app returns the session. They include the
  downloads and the compilation of the app, if it is in TypeScript.

The last run was on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}.

| App | Commands | Seconds |
|---|---|---|
${lines.join('\n')}
`
}

async function main(args) {
  const words = args.filter(arg => arg !== '--write')
  const selected = tasks.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  const tarball = packPackage(folder)
  const rows = []
  for (const task of selected) {
    try {
      const row = { name: task.name, ...(await runTask(task, tarball)) }
      rows.push(row)
      console.log(`ok      ${row.name}: ${row.commands} commands, ${row.seconds} s`)
    } catch (error) {
      process.exitCode = 1
      console.log(`FAILED  ${task.name}\n${error.message}`)
    }
  }
  rmSync(folder, { recursive: true, force: true })
  if (args.includes('--write') && rows.length === tasks.length)
    writeFileSync(join(projectRoot, 'docs/project/first-use.md'), renderPage(rows))
}

if (isMainModule(import.meta.url)) await main(process.argv.slice(2))
