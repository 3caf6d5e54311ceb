import { SqlAdapter } from 'latchkey/adapters/sql'
import { type CrashStore, describeRandomKills } from '../crash/describe-random-kills.js'
import { withServer } from '../support/databases/with-server.js'
import { fire } from '../support/fire.js'
import { createSchema } from './test-databases.js'

async function openPostgresStore(server: string): Promise<CrashStore> {
  const schema = await createSchema(server)
  const adapter = SqlAdapter(schema.url)
  await adapter.migrate()
  await adapter.close()
  return {
    url: schema.url,
    async count(table) {
      const [row] = await schema.run(`select count(*) as count from ${schema.name}.${table}`)
      return Number(row?.['count'])
    },
    close: schema.drop,
  }
}

/** Starting two processes per flow takes long, so only the long run kills them here. */
const kills = process.env['LATCHKEY_FIRE_KILLS'] ? fire.kills : 0

withServer('postgres', url => {
  describeRandomKills('PostgreSQL', () => openPostgresStore(url), kills)
})
