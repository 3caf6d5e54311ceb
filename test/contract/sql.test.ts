import { describeAdapter } from 'latchkey/testing'
import { extraUserColumns } from './files.js'
import { runner } from './runner.js'
import { onSqlite } from './sqlite.js'

describeAdapter(runner, onSqlite, { name: 'SqlAdapter on libsql', extraUserColumns: extraUserColumns })
