import type { AdapterUnderTest } from 'latchkey/testing'
import type { OpenStore } from '../adapter-trial.js'

/** A subject of our own tests as a store, which is a new one whenever it is emptied. */
export async function openFresh(
  make: () => AdapterUnderTest | Promise<AdapterUnderTest>,
  release: () => unknown = () => {},
): Promise<OpenStore> {
  let subject = await make()
  return {
    get adapter() {
      return subject.adapter
    },
    get reopen() {
      return subject.reopen
    },
    async empty() {
      await subject.close?.()
      subject = await make()
    },
    async close() {
      await subject.close?.()
      await release()
    },
  }
}
