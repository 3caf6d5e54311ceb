import { describeOnStore } from '../../support/describe-on-store.js'
import { startRedisSetup } from './redis-setup.js'

const { open, client } = await startRedisSetup()

const kind = {
  name: 'Redis',
  isBesideRecords: false,
  create: () => open().adapter,
  async advance(seconds: number) {
    for (const key of await client.keys('*')) {
      const milliseconds = await client.pTTL(key)
      if (milliseconds > 0) await client.pExpire(key, milliseconds - seconds * 1000)
    }
  },
}

describeOnStore(kind, { isBrief: true })
