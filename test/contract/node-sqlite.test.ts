import { describeAdapter } from 'latchkey/testing'
import { createOnNodeSqlite, runInNewerNode } from './node-sqlite.js'
import { runner } from './runner.js'
import { extraUserColumns } from './sqlite-file-adapter.js'

if (createOnNodeSqlite)
  describeAdapter(runner, createOnNodeSqlite, {
    name: 'SqlAdapter on node:sqlite',
    extraUserColumns: extraUserColumns,
  })
else runInNewerNode('unit', 'test/contract/node-sqlite.test.ts')
