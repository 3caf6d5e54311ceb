import { describeAdapter } from 'latchkey/testing'
import { createOnBetterSqlite } from './better-sqlite3.js'
import { runner } from './runner.js'
import { extraUserColumns } from './sqlite-file-adapter.js'

describeAdapter(runner, createOnBetterSqlite, {
  name: 'SqlAdapter on better-sqlite3',
  extraUserColumns: extraUserColumns,
})
