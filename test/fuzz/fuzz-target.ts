import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { setImmediate as waitForNextTask } from 'node:timers/promises'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fire, recordFigure } from '../support/fire.js'

/** Code that receives input from outside, with an oracle for every input. */
export interface FuzzTarget<Input, Subject> {
  /** The name of the folder in `test/fuzz/corpus`. */
  readonly name: string
  /** The code under test. */
  readonly subject: Subject
  /** Generates inputs. They must survive JSON, because the corpus consists of JSON files. */
  readonly input: fc.Arbitrary<Input>
  /** The oracle. Throws if the subject handles the input incorrectly. */
  readonly check: (subject: Subject, input: Input) => unknown
  /** Subjects with a planted fault that the oracle must detect, by the title of the fault. */
  readonly faults: Readonly<Record<string, Subject>>
  /**
   * The inputs of the long run, if each takes several requests.
   *
   * @default 1_000_000
   */
  readonly fullSize?: number
}

/** Discards the log. An app that receives all inputs would otherwise keep the log of all. */
export const silentLogger = { error() {}, warn() {}, debug() {} }

/** Inputs that failed once. They are replayed before all others. */
const failuresFile = 'failures.json'
/**
 * The inputs after which the search waits for the next task of the event loop. Checks that only await promises never end their task,
 * and a `Request` of Node is not collected before.
 */
const inputsPerTask = 1_000
/** The limits of the search for a planted fault. */
const faultSearch = { numRuns: 50_000, interruptAfterTimeLimit: 20_000 }

/** Adds the tests of a target: the inputs of its corpus, random inputs, and the planted faults. */
export function describeFuzzTarget<Input, Subject>(target: FuzzTarget<Input, Subject>): void {
  const { name, subject, faults, fullSize = 1_000_000 } = target
  describe(`fuzzing: ${name}`, () => {
    test('every input of the corpus is handled as the oracle says', { timeout: 60_000 }, async () => {
      const corpus = readCorpus<Input>(name)
      expect(corpus.length).toBeGreaterThan(0)
      for (const input of corpus) await checkInput(target, subject, input)
    })

    test('random inputs are handled as the oracle says', { timeout: 86_400_000 }, async () => {
      const startedAt = performance.now()
      const { runs, maxSeconds } = fire.fuzz
      const limit = maxSeconds > 0 ? { interruptAfterTimeLimit: maxSeconds * 1000 } : {}
      const details = await search(target, subject, { numRuns: runs || fullSize, seed: fire.seed, ...limit })
      const seconds = (performance.now() - startedAt) / 1000
      if (!details.failed)
        return recordFigure({
          name: `fuzzing: ${name}`,
          unit: 'inputs',
          count: details.numRuns,
          seconds,
          fullSize,
        })
      const file = await saveFailure(name, details.counterexample?.[0])
      throw new Error(`${fc.defaultReportMessage(details)}\n\nThe input was added to ${file}.`)
    })

    test.each(Object.keys(faults))(
      'the oracle detects a planted fault: %s',
      { timeout: 60_000 },
      async title => {
        const faulty = faults[title]
        if (faulty === undefined) throw new Error(`No fault "${title}".`)
        const { failed } = await search(target, faulty, {
          ...faultSearch,
          examples: readCorpus<Input>(name).map(input => [input]),
          seed: fire.seed,
          endOnFailure: true,
        })
        expect(failed).toBe(true)
      },
    )
  })
}

function search<Input, Subject>(
  target: FuzzTarget<Input, Subject>,
  subject: Subject,
  parameters: fc.Parameters<[Input]>,
): Promise<fc.RunDetails<[Input]>> {
  let count = 0
  const property = fc.asyncProperty(target.input, async input => {
    await target.check(subject, input)
    count += 1
    if (count % inputsPerTask === 0) await waitForNextTask()
  })
  return fc.check(property, parameters)
}

async function checkInput<Input, Subject>(
  { check }: FuzzTarget<Input, Subject>,
  subject: Subject,
  input: Input,
): Promise<void> {
  try {
    await check(subject, input)
  } catch (error) {
    throw new Error(`The input ${inspect(input)} of the corpus fails.`, { cause: error })
  }
}

function getFolder(name: string): URL {
  return new URL(`corpus/${name}/`, import.meta.url)
}

/** Returns the inputs of a target: those that failed once, then one file for each category. */
export function readCorpus<Input>(name: string): Input[] {
  const folder = getFolder(name)
  const files = readdirSync(folder).filter(file => file.endsWith('.json') && file !== failuresFile)
  return [failuresFile, ...files.sort()].flatMap(file => readInputs<Input>(new URL(file, folder)))
}

function readInputs<Input>(url: URL): readonly Input[] {
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as readonly Input[]) : []
}

/** Adds an input that failed to the corpus. Returns the name of the file. */
async function saveFailure(name: string, input: unknown): Promise<string> {
  const folder = getFolder(name)
  await mkdir(folder, { recursive: true })
  const url = new URL(failuresFile, folder)
  await writeFile(url, `${JSON.stringify([...readInputs<unknown>(url), input], null, 2)}\n`)
  return `test/fuzz/corpus/${name}/${failuresFile}`
}
