/** Holds the lock of a SQLite file for a while: `node lock.mjs <file> <ms>`. */
import Database from 'libsql'

const [file, ms] = process.argv.slice(2)
const database = new Database(file)
database.exec('begin exclusive')
process.stdout.write('locked')
setTimeout(() => {
  database.exec('rollback')
  database.close()
}, Number(ms))
