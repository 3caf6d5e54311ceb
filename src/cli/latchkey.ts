#!/usr/bin/env node
import { runCommand } from './run-command.js'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  out: text => console.log(text),
  err: text => console.error(text),
})
