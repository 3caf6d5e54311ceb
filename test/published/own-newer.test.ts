import { inject } from 'vitest'
import { onNodeSqlite, runInNewerNode } from '../contract/node-sqlite.js'
import { tryOut } from './try-out.js'

const { postgres, mysql } = inject('databases')

if (onNodeSqlite) await tryOut('own', ['node-sqlite'])
else
  runInNewerNode('published', 'test/published/own-newer.test.ts', {
    LATCHKEY_TEST_POSTGRES_URL: postgres.url,
    LATCHKEY_TEST_MYSQL_URL: mysql.url,
    REDIS_URL: inject('redis').url,
  })
