import { describeAdapter } from 'latchkey/testing'
import { runner } from './runner.js'
import { createOnSqlite } from './sqlite-adapter.js'
import { extraUserColumns } from './sqlite-file-adapter.js'

describeAdapter(runner, createOnSqlite, { name: 'SqlAdapter on libsql', extraUserColumns: extraUserColumns })
