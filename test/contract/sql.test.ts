import { describeAdapter } from 'latchkey/testing'
import { runner } from './runner.js'
import { onSqlite, ownUserColumns } from './sqlite.js'

describeAdapter(runner, onSqlite, { name: 'SqlAdapter on libsql', ownUserColumns })
