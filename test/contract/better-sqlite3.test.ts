import { describeAdapter } from 'latchkey/testing'
import { onBetterSqlite } from './better-sqlite3.js'
import { extraUserColumns } from './files.js'
import { runner } from './runner.js'

describeAdapter(runner, onBetterSqlite, {
  name: 'SqlAdapter on better-sqlite3',
  extraUserColumns: extraUserColumns,
})
