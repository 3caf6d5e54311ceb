import { createOnNodeSqlite } from '../../contract/node-sqlite.js'
import { createTrial } from './sql-trial.js'

export const trials = createOnNodeSqlite ? [createTrial('SQLite (node:sqlite)', createOnNodeSqlite)] : []
