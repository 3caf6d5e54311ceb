#!/usr/bin/env node
import { command } from './command.js'

process.exitCode = await command(process.argv.slice(2), {
  env: process.env,
  out: line => console.log(line),
  err: line => console.error(line),
})
