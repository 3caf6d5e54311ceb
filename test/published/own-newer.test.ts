import { inject } from 'vitest'
import { createOnNodeSqlite, runInNewerNode } from '../contract/node-sqlite.js'
import { runContracts } from './run-contract.js'

const { postgres, mysql } = inject('databases')

if (createOnNodeSqlite) await runContracts('own', ['node-sqlite'])
else
  runInNewerNode('published', 'test/published/own-newer.test.ts', {
    LATCHKEY_TEST_POSTGRES_URL: postgres.url,
    LATCHKEY_TEST_MYSQL_URL: mysql.url,
    REDIS_URL: inject('redis').url,
  })
