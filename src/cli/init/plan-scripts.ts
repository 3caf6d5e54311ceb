import { isRecord } from '../../base/parse.js'

/** Scripts of package.json that start a server. */
export interface ScriptPlan {
  /** The new commands by the names of the scripts. */
  readonly changed: Readonly<Record<string, string>>
  /** Scripts that start Node in a way that is not certain. */
  readonly unclear: Readonly<Record<string, string>>
  /** Whether there is a script, and every one reads the file, with the changes. */
  readonly isLoaded: boolean
}

const serverScript = /^(?:start|dev|develop|serve|server|watch|debug)(?:[:-].*)?$/
const loader = /--env-file|\bdotenv|\benv-cmd\b/
/** Variables before a command, and the command. What a shell interprets is not certain. */
const simpleCommand =
  /^((?:cross-env\s+)?(?:\w+=[\w./:-]+\s+)*)(node|tsx watch|tsx|nodemon|nest start)(?=\s|$)([^|&;<>()$`'"\\\n]*)$/

/** Plans the flag by which Node reads the file of variables, in each script that starts a server. */
export function planScripts(scripts: unknown, flag: string): ScriptPlan {
  const entries = Object.entries(isRecord(scripts) ? scripts : {}).flatMap(([name, command]) =>
    serverScript.test(name) && typeof command === 'string' && isNodeStart(command)
      ? [[name, command] as const]
      : [],
  )
  const missing = entries.filter(([, command]) => !loader.test(command))
  const changed = missing.flatMap(([name, command]) => {
    const after = addFlag(command, flag)
    return after === null ? [] : [[name, after] as const]
  })
  const unclear = missing.filter(([, command]) => addFlag(command, flag) === null)
  return {
    changed: Object.fromEntries(changed),
    unclear: Object.fromEntries(unclear),
    isLoaded: entries.length > 0 && unclear.length === 0,
  }
}

function isNodeStart(command: string): boolean {
  return /(?:^|[\s/"'])(?:node|tsx|nodemon|ts-node|ts-node-dev|nest start)(?=[\s"']|$)/.test(command)
}

/** Adds the flag to a command. @returns null if the command is not simple enough */
function addFlag(command: string, flag: string): string | null {
  const [, variables = '', runner = '', rest = ''] = simpleCommand.exec(command) ?? []
  // For TypeScript, nodemon runs another program, which does not know the flag.
  if (runner === '' || (runner === 'nodemon' && /\.[cm]?ts\b|\s-(?:x|e|-exec|-ext)\b/.test(rest))) return null
  if (runner !== 'nest start') return `${variables}${runner} ${flag}${rest}`
  return /\s(?:-e|--exec)\b/.test(rest) ? null : `${variables}nest start --exec "node ${flag}"${rest}`
}

/** Replaces commands in the text of package.json, and keeps its format. @returns null if the text does not show one */
export function replaceScripts(
  text: string,
  scripts: Readonly<Record<string, unknown>>,
  changed: Readonly<Record<string, string>>,
): string | null {
  return Object.entries(changed).reduce<string | null>((current, [name, after]) => {
    if (current === null) return null
    const [key, before] = [JSON.stringify(name), JSON.stringify(scripts[name])]
    const found = [`${key}: ${before}`, `${key}:${before}`].filter(entry => current.includes(entry))
    const [entry, ...others] = found
    if (entry === undefined || others.length > 0 || current.split(entry).length !== 2) return null
    return current.replace(entry, () => entry.replace(before, () => JSON.stringify(after)))
  }, text)
}
