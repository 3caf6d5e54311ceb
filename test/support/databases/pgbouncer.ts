import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { getFreePort } from '../free-port.js'
import { createFolder, createServer, findProgram, readIdentity, type Server, startProgram } from './server.js'

/** PgBouncer in front of a PostgreSQL server that can be exchanged. */
export interface PgBouncer extends Server {
  /** Holds new transactions back, and waits for the running ones. */
  pause(): Promise<void>
  /** Sends held transactions. */
  resume(): Promise<void>
  /** Connects to another server from now on. */
  switchTo(serverUrl: string): Promise<void>
}

/** Starts PgBouncer with transaction pooling and ten connections to the server. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const identity = await readIdentity('postgres')
  const folder = await createFolder('pgbouncer', identity)
  const port = await getFreePort()
  const [configuration, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(users, '"latchkey" ""\n')
  const configure = (target: string) => writeFile(configuration, buildConfiguration(target, { port, users }))
  await configure(serverUrl)
  if (identity.uid !== undefined && identity.gid !== undefined)
    for (const file of [configuration, users]) await chown(file, identity.uid, identity.gid)
  const program = findProgram(['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'])
  const url = `postgres://latchkey@127.0.0.1:${port}/postgres`
  const runCommand = (command: string) => runAdminCommand(port, command)
  const server = await createServer({
    url,
    folder,
    stopSignal: 'SIGINT',
    start: () => startProgram(program, ['-q', configuration], identity),
    isReady: () =>
      runCommand('show version').then(
        () => true,
        () => false,
      ),
  })
  return {
    ...server,
    pause: () => runCommand('pause'),
    resume: () => runCommand('resume'),
    async switchTo(target) {
      await configure(target)
      await runCommand('reload')
    },
  }
}

/** Without the short retry, PgBouncer refuses clients for 15 seconds after a failed connection to the server. */
function buildConfiguration(
  serverUrl: string,
  { port, users }: { readonly port: number; readonly users: string },
) {
  const { hostname, port: serverPort } = new URL(serverUrl)
  return `
[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = latchkey
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 5
`
}

async function runAdminCommand(port: number, command: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'latchkey', database: 'pgbouncer' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
