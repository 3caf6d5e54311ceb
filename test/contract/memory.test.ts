import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describeAdapter } from 'latchkey/testing'

import { plainAdapter } from '../support/app.js'
import { extraUserColumns } from './files.js'
import { runner } from './runner.js'

describeAdapter(runner, () => ({ adapter: MemoryAdapter() }), {
  name: 'MemoryAdapter',
  extraUserColumns: extraUserColumns,
})

describeAdapter(runner, () => ({ adapter: plainAdapter() }), {
  name: 'an adapter with the methods of the specification alone',
  extraUserColumns: extraUserColumns,
})
