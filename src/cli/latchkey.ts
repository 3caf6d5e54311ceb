#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { runCommand } from './run-command.js'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  ask: process.stdin.isTTY && process.stdout.isTTY ? readAnswer : undefined,
  out: text => console.log(text),
  err: text => console.error(text),
})

/** Asks a question, and reads the line that answers it. An input that ends answers with an empty line. */
async function readAnswer(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const end = new Promise<string>(resolve => terminal.once('close', () => resolve('')))
  try {
    return await Promise.race([terminal.question(question), end])
  } finally {
    terminal.close()
  }
}
