import { D1Adapter, up } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import { type OpenStore, type Trial, withBothOptions } from '../adapter-trial.js'

export const trials: Trial[] = withBothOptions(
  {
    adapter: '@auth/d1-adapter',
    store: 'D1 (miniflare)',
    limits: { ids: 'generated', orphans: 'accepted' },
    retry: 1,
    open: () => open(),
  },
  { words: 'and unique indexes', open: () => open(indexes) },
)

/** Indexes that the migration of the adapter lacks. */
const indexes = [
  'create unique index users_email on users (email)',
  'create unique index accounts_key on accounts (provider, providerAccountId)',
]

const tables = ['accounts', 'sessions', 'users', 'verification_tokens']

/**
 * Miniflare calls its server synchronously through a worker thread, which may receive the previous response. From then on, all
 * responses are wrong, and only a new instance helps.
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

/** On a busy machine workerd may fail to start. No test has run yet, so it is started again. */
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

/** Three attempts stay below the hook timeout of 60 seconds. */
async function withTimeout<T>(started: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Miniflare did not start within 18 seconds.')), 18_000)
  })
  try {
    return await Promise.race([started, late])
  } finally {
    clearTimeout(timer)
  }
}
