import { report } from './report.js'

// Keeps the process alive, because the providers are in memory and timeouts of requests are unreferenced timers.
const keepAlive = setInterval(() => {}, 1_000)

/** For runtimes with a process: prints the report. */
console.log(JSON.stringify(await report({ env: process.env })))
clearInterval(keepAlive)
