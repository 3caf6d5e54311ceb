import { describeOnStore } from '../../plugins/two-factor/describe-on-store.js'
import { startRedisSetup } from './redis-setup.js'

const { open } = await startRedisSetup()

describeOnStore({ name: 'Redis', isBesideRecords: false, create: () => open().adapter })
