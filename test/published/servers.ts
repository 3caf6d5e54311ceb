import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/** A server of our own, with nothing in it. */
interface Server {
  readonly port: number
  stop(): Promise<void>
}

/** What a kind of server is started with, in a folder of its own. */
interface Recipe {
  /** The Debian user that it runs as when the tests run as root. */
  readonly user: string
  prepare?(folder: string, run: (command: string, args: readonly string[]) => void): void
  command(folder: string, port: number): [string, readonly string[]]
  /** Whether it answers, where listening is not enough. */
  answers?(port: number): boolean
}

const postgresPrograms = '/usr/lib/postgresql'

const recipes = {
  postgres: {
    user: 'postgres',
    prepare: (folder, run) =>
      run(postgresProgram('initdb'), [
        '-D',
        `${folder}/data`,
        '-A',
        'trust',
        '-U',
        'test',
        '-E',
        'UTF8',
        '--no-sync',
      ]),
    command: (folder, port) => [
      postgresProgram('postgres'),
      [
        '-D',
        `${folder}/data`,
        '-p',
        `${port}`,
        '-k',
        folder,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'fsync=off',
      ],
    ],
    answers: port =>
      spawnSync(postgresProgram('pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]).status === 0,
  },
  mariadb: {
    user: 'mysql',
    prepare: (folder, run) =>
      run('mariadb-install-db', [
        '--no-defaults',
        `--datadir=${folder}/data`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ]),
    command: (folder, port) => [
      'mariadbd',
      [
        '--no-defaults',
        `--datadir=${folder}/data`,
        `--socket=${folder}/socket`,
        `--pid-file=${folder}/pid`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--innodb-flush-log-at-trx-commit=0',
      ],
    ],
  },
  redis: {
    user: 'redis',
    command: (folder, port) => [
      'redis-server',
      ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    ],
  },
} satisfies Record<string, Recipe>

/** The kinds of servers that can be had. */
export type ServerKind = keyof typeof recipes

/** Where a server is, or why there is none. */
export interface Place {
  readonly port?: number
  readonly reason?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: Readonly<Record<ServerKind, Place>>
  }
}

/** The port of the server of this kind. */
export function portOf(kind: ServerKind): number {
  const { port, reason } = inject('servers')[kind]
  if (port === undefined) throw new Error(reason)
  return port
}

/** One server of each kind. They outlive the tests, for some adapters have connections that nobody can close. */
export async function startServers() {
  const started: Server[] = []
  const place = async (kind: ServerKind): Promise<[ServerKind, Place]> => {
    try {
      const server = await start(recipes[kind])
      started.push(server)
      return [kind, { port: server.port }]
    } catch (error) {
      return [kind, { reason: `There is no ${kind}: ${error}` }]
    }
  }
  const kinds = Object.keys(recipes) as ServerKind[]
  const places = Object.fromEntries(await Promise.all(kinds.map(place))) as Record<ServerKind, Place>
  return { places, stop: () => Promise.all(started.map(server => server.stop())) }
}

async function start(recipe: Recipe): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-server-'))
  const owner = ownerOf(recipe.user)
  if (owner) execFileSync('chown', [recipe.user, folder])
  recipe.prepare?.(folder, (command, args) =>
    execFileSync(command, args, { ...owner, cwd: folder, stdio: 'pipe' }),
  )

  const port = await freePort()
  const [command, args] = recipe.command(folder, port)
  const child = spawn(command, args, { ...owner, cwd: folder, stdio: 'ignore' })
  await listening(child, port, recipe)
  return { port, stop: () => stop(child, folder) }
}

/** PostgreSQL and MariaDB refuse to run as root. */
function ownerOf(user: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Debian keeps the programs of PostgreSQL out of the path, in a folder per version. */
function postgresProgram(name: string): string {
  const versions = existsSync(postgresPrograms) ? readdirSync(postgresPrograms) : []
  const newest = versions.sort((one, other) => Number(one) - Number(other)).at(-1)
  return newest === undefined ? name : `${postgresPrograms}/${newest}/bin/${name}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  return address.port
}

async function listening(child: ChildProcess, port: number, { answers = () => true }: Recipe): Promise<void> {
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}.`)
    if ((await Promise.race([accepts(port), failed])) && answers(port)) return
    await sleep(50)
  }
  throw new Error(`${child.spawnfile} does not listen.`)
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill(child.spawnfile.endsWith('postgres') ? 'SIGINT' : 'SIGTERM')
  await gone
  rmSync(folder, { recursive: true, force: true })
}
