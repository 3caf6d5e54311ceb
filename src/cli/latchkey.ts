#!/usr/bin/env node
import { command } from './command.js'

process.exitCode = await command(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: text => console.log(text),
  err: text => console.error(text),
})
