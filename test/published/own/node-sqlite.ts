import { onNodeSqlite } from '../../contract/node-sqlite.js'
import { trial } from './sql-trial.js'

export const trials = onNodeSqlite ? [trial('SQLite (node:sqlite)', onNodeSqlite)] : []
