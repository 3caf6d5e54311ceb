import { D1Adapter, up } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import { type OpenStore, type Trial, withBothOptions } from '../adapter-trial.js'

export const trials: Trial[] = withBothOptions(
  {
    adapter: '@auth/d1-adapter',
    store: 'D1 (miniflare)',
    traits: { ids: 'chosen', orphans: 'kept' },
    retry: 1,
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

/**
 * Miniflare asks its server synchronously by way of a thread, which may be woken by the answer before; from then on no
 * answer fits its question, and only another Miniflare helps.
 */
async function open(more: readonly string[] = []): Promise<OpenStore> {
  let running = await start(more)
  return {
    get adapter() {
      return D1Adapter(running.db)
    },
    async empty() {
      try {
        await running.db.batch(tables.map(name => running.db.prepare(`delete from ${name}`)))
      } catch {
        await running.miniflare.dispose()
        running = await start(more)
      }
    },
    close: () => running.miniflare.dispose(),
  }
}

/** On a busy machine workerd may die or say nothing as it begins. Nothing was tried then, so it may begin again. */
async function start(more: readonly string[]) {
  for (let attempt = 1; ; attempt++) {
    const miniflare = new Miniflare({
      modules: true,
      script: 'export default {}',
      d1Databases: ['db'],
      cf: false,
      telemetry: { enabled: false },
    })
    try {
      return { miniflare, db: await withTimeout(prepare(miniflare, more)) }
    } catch (error) {
      const ignoreError = () => {}
      miniflare.dispose().catch(ignoreError)
      if (attempt === 3) throw error
    }
  }
}

async function prepare(miniflare: Miniflare, more: readonly string[]) {
  const db = await miniflare.getD1Database('db')
  await up(db)
  for (const statement of more) await db.exec(statement)
  return db
}

/** Three attempts together stay below the minute that the test gives to its beginning. */
async function withTimeout<T>(begun: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Miniflare did not begin within 18 seconds.')), 18_000)
  })
  try {
    return await Promise.race([begun, late])
  } finally {
    clearTimeout(timer)
  }
}
