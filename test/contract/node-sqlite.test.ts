import { describeAdapter } from 'latchkey/testing'
import { extraUserColumns } from './files.js'
import { onNodeSqlite, runInNewerNode } from './node-sqlite.js'
import { runner } from './runner.js'

if (onNodeSqlite)
  describeAdapter(runner, onNodeSqlite, {
    name: 'SqlAdapter on node:sqlite',
    extraUserColumns: extraUserColumns,
  })
else runInNewerNode('unit', 'test/contract/node-sqlite.test.ts')
