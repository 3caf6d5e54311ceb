import { describeRandomKills } from './describe-random-kills.js'
import { createSqliteStore } from './sqlite-store.js'

describeRandomKills('SQLite', async path => createSqliteStore(`${path}.db`))
