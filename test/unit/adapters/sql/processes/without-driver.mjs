/** Uses the adapter where no driver is installed: `node without-driver.mjs <bundle> <connection>`. */
const { SqlAdapter } = await import(process.argv[2])
const error = await SqlAdapter(process.argv[3])
  .getUser('1')
  .catch(failure => failure)
process.stdout.write(JSON.stringify({ type: error.type, message: error.message }))
