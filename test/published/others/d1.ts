import { D1Adapter, up } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import type { OpenStore, Trial } from '../store.js'

export const trials: Trial[] = [{ adapter: '@auth/d1-adapter', store: 'D1 (miniflare)', open }]

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
  for (const column of ['role', 'phone']) await db.exec(`alter table users add column ${column} text`)
  return {
    adapter: D1Adapter(db),
    empty: () => db.batch(tables.map(name => db.prepare(`delete from ${name}`))),
    close: () => miniflare.dispose(),
  }
}
