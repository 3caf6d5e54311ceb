import pg from 'pg'
import { Auth } from '../../dist/index.js'
import { authorize } from '../candidates/oidc-provider.js'
import { secret } from '../candidates/request-fixture.js'
import { createForm, createVisitorRequest, takeCookies } from '../candidates/visitor.js'
import { connectStore, createProvider } from './sites.js'

const userCount = 4_000
const parallelSignIns = 8

/**
 * Measures the bytes of a user with an account, and of a session: every user signs up, and then signs in a second time.
 *
 * @returns the bytes of each store by `user` and `session`
 */
export async function measureBytes({ postgres, redis }) {
  const rows = []
  for (const [store, getSize] of [
    ['postgres', () => readPostgresSize(postgres.url)],
    ['redis', client => readRedisSize(client)],
  ]) {
    const options = { postgresUrl: postgres.url, redisUrl: redis.url, prefix: 'bytes' }
    const { adapter, client, close } = await connectStore(store, options)
    const config = {
      secret,
      trustHost: true,
      adapter,
      session: { strategy: 'database' },
      providers: [createProvider()],
    }
    const sizes = [await getSize(client)]
    for (let time = 0; time < 2; time++) {
      await signInAll(config)
      sizes.push(await getSize(client))
    }
    const session = (sizes[2] - sizes[1]) / userCount
    rows.push({ store, user: (sizes[1] - sizes[0]) / userCount - session, session })
    await close()
  }
  return rows
}

async function signInAll(config) {
  let next = 0
  async function signInSome() {
    while (next < userCount) await signInOnce(config, `user-${next++}`)
  }
  await Promise.all(Array.from({ length: parallelSignIns }, signInSome))
}

async function signInOnce(config, name) {
  const started = await Auth(createForm('signin/harbor', {}), config)
  const callback = authorize(started.headers.get('location'), name)
  const finished = await Auth(createVisitorRequest(callback, takeCookies(started)), config)
  if (!finished.headers.get('location')?.endsWith('/account'))
    throw new Error(`The sign-in led to ${finished.headers.get('location')}.`)
}

/** Returns the size of all tables with their indexes, after dead rows are removed. */
async function readPostgresSize(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum full')
  const { rows } = await client.query(
    "select sum(pg_total_relation_size(oid)) as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  await client.end()
  return Number(rows[0].size)
}

async function readRedisSize(client) {
  return Number(/used_memory_dataset:(\d+)/.exec(await client.info('memory'))[1])
}
