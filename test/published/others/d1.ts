import { D1Adapter, up } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import { bothWays, type OpenStore, type Trial } from '../store.js'

export const trials: Trial[] = bothWays(
  {
    adapter: '@auth/d1-adapter',
    store: 'D1 (miniflare)',
    traits: { ids: 'chosen', orphans: 'kept' },
    open: () => open(),
  },
  { words: 'and unique indexes', open: () => open(indexes) },
)

/** What its migration leaves out. */
const indexes = [
  'create unique index users_email on users (email)',
  'create unique index accounts_key on accounts (provider, providerAccountId)',
]

const tables = ['accounts', 'sessions', 'users', 'verification_tokens']

async function open(more: readonly string[] = []): Promise<OpenStore> {
  const miniflare = new Miniflare({
    modules: true,
    script: 'export default {}',
    d1Databases: ['db'],
    cf: false,
    telemetry: { enabled: false },
  })
  const db = await miniflare.getD1Database('db')
  await up(db)
  for (const statement of more) await db.exec(statement)
  return {
    adapter: D1Adapter(db),
    empty: () => db.batch(tables.map(name => db.prepare(`delete from ${name}`))),
    close: () => miniflare.dispose(),
  }
}
