import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** The last stage of a Dockerfile, in a folder instead of an image. */
export interface Image {
  /** The working directory. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly ports: readonly string[]
  /** The command that starts the container. */
  readonly command: string
}

/** What `docker build` gets beside the Dockerfile. */
export interface BuildContext {
  /** The folder with the files of the app. */
  readonly context: string
  /** The lines of `.dockerignore`. Only names at the top are supported, with `*`. */
  readonly ignored: readonly string[]
  /** The folder in which each stage gets a root directory. */
  readonly stages: string
  /** The variables of each command. Docker does not pass those of the machine. */
  readonly env: Readonly<Record<string, string>>
  /** Called after each command. */
  afterRun(command: string, folder: string): Promise<void>
}

interface Stage {
  readonly root: string
  folder: string
  readonly env: Record<string, string>
  readonly ports: string[]
  command: string
}

/** Runs the steps of a Dockerfile as commands of this machine. Throws an error for an instruction that it does not know. */
export async function buildImage(dockerfile: string, context: BuildContext): Promise<Image> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const line of dockerfile.split('\n').filter(Boolean)) {
    const [instruction = '', ...words] = line.split(' ')
    if (instruction === 'FROM') stage = createStage(words, stages, context)
    else if (stage) await runStep({ instruction, words, stage, stages }, context)
    else throw new Error(`"${line}" is before FROM.`)
  }
  if (!stage) throw new Error('The Dockerfile has no FROM.')
  return stage
}

function createStage(words: string[], stages: Map<string, Stage>, context: BuildContext): Stage {
  const name = words[2] ?? 'last'
  const root = join(context.stages, name)
  const stage = { root, folder: root, env: {}, ports: [], command: '' }
  mkdirSync(root, { recursive: true })
  stages.set(name, stage)
  return stage
}

interface Step {
  readonly instruction: string
  readonly words: readonly string[]
  readonly stage: Stage
  readonly stages: ReadonlyMap<string, Stage>
}

async function runStep({ instruction, words, stage, stages }: Step, context: BuildContext): Promise<void> {
  const argument = words.join(' ')
  if (instruction === 'WORKDIR') enterFolder(stage, argument)
  else if (instruction === 'COPY') copyFiles(words, stage, { stages, context })
  else if (instruction === 'RUN') await runCommand(argument, stage, context)
  else if (instruction === 'ENV') Object.assign(stage.env, Object.fromEntries(words.map(parseVariable)))
  else if (instruction === 'EXPOSE') stage.ports.push(argument)
  else if (instruction === 'CMD') stage.command = JSON.parse(argument).join(' ')
  // The tests cannot change the user of a process.
  else if (instruction !== 'USER') throw new Error(`The instruction ${instruction} is not supported.`)
}

function enterFolder(stage: Stage, path: string): void {
  stage.folder = join(stage.root, path)
  mkdirSync(stage.folder, { recursive: true })
}

/** Copies a file into the folder, or the content of a folder, as Docker does. */
function copyFiles(
  words: readonly string[],
  stage: Stage,
  { stages, context }: { stages: ReadonlyMap<string, Stage>; context: BuildContext },
): void {
  const from = words.find(word => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter(word => !word.startsWith('--'))
  const source = from === undefined ? context.context : stages.get(from)?.root
  if (source === undefined) throw new Error(`There is no stage "${from}".`)
  const files = paths.slice(0, -1).flatMap(path => listFiles(join(source, path)))
  const ignored = from === undefined ? context.ignored : []
  for (const file of files.filter(path => !isIgnored(basename(path), ignored)))
    cpSync(file, join(stage.folder, paths.at(-1) ?? '', basename(file)), {
      recursive: true,
      verbatimSymlinks: true,
    })
}

function listFiles(path: string): string[] {
  return statSync(path).isFile() ? [path] : readdirSync(path).map(name => join(path, name))
}

function isIgnored(name: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern =>
    new RegExp(`^${pattern.split('*').map(escapeRegExp).join('.*')}$`).test(name),
  )
}

function escapeRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}

async function runCommand(command: string, { folder, env }: Stage, context: BuildContext): Promise<void> {
  await promisify(execFile)('sh', ['-c', command], {
    cwd: folder,
    env: { ...context.env, ...env },
    maxBuffer: 2 ** 26,
  }).catch(failure => {
    throw new Error(`RUN ${command} failed.\n${failure.stdout}${failure.stderr}`)
  })
  await context.afterRun(command, folder)
}

function parseVariable(word: string): [name: string, value: string] {
  const [name = '', ...value] = word.split('=')
  return [name, value.join('=')]
}
