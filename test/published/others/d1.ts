import { D1Adapter, up } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import { bothWays, type OpenStore, type Trial } from '../store.js'

export const trials: Trial[] = bothWays({
  adapter: '@auth/d1-adapter',
  store: 'D1 (miniflare)',
  traits: { ids: 'chosen', orphans: 'kept' },
  open,
})

const tables = ['accounts', 'sessions', 'users', 'verification_tokens']

async function open(): Promise<OpenStore> {
  const miniflare = new Miniflare({
    modules: true,
    script: 'export default {}',
    d1Databases: ['db'],
    cf: false,
    telemetry: { enabled: false },
  })
  const db = await miniflare.getD1Database('db')
  await up(db)
  return {
    adapter: D1Adapter(db),
    empty: () => db.batch(tables.map(name => db.prepare(`delete from ${name}`))),
    close: () => miniflare.dispose(),
  }
}
