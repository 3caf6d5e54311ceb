import { expect, test } from 'vitest'
import { recordAllCalls } from './record-calls.js'

/** `npm run configuration` generates the tables of docs/reference/configuration.md from this file. Write it with `npx vitest run <this file> -u`. */
const recordingPath = '../fixtures/configuration/calls.json'

test('each sign-in method calls the callbacks and events that docs/reference/configuration.md lists, in this order', async () => {
  const recordings = await recordAllCalls()
  await expect(`${JSON.stringify(recordings, null, 1)}\n`).toMatchFileSnapshot(recordingPath)
})
