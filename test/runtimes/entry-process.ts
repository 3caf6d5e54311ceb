import { report } from './report.js'

// The deadline of a request keeps no process alive, and here nothing else does: the providers are in memory.
const keepAlive = setInterval(() => {}, 1_000)

/** For runtimes with a process: prints the report. */
console.log(JSON.stringify(await report({ env: process.env })))
clearInterval(keepAlive)
