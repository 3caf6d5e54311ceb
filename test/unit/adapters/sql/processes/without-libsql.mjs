/** Uses the adapter where libsql is not installed: `node without-libsql.mjs <bundle>`. */
const { SqlAdapter } = await import(process.argv[2])
const error = await SqlAdapter('file:app.db')
  .getUser('1')
  .catch(failure => failure)
process.stdout.write(JSON.stringify({ type: error.type, message: error.message }))
