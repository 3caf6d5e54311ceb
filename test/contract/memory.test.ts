import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describeAdapter } from 'latchkey/testing'

import { createPlainAdapter } from '../support/app.js'
import { runner } from './runner.js'
import { extraUserColumns } from './sqlite-file-adapter.js'

describeAdapter(runner, () => ({ adapter: MemoryAdapter() }), {
  name: 'MemoryAdapter',
  extraUserColumns: extraUserColumns,
})

describeAdapter(runner, () => ({ adapter: createPlainAdapter() }), {
  name: 'an adapter with only the methods of Auth.js',
  extraUserColumns: extraUserColumns,
})
