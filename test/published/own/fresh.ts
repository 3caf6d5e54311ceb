import type { AdapterUnderTest } from 'latchkey/testing'
import type { OpenStore } from '../adapter-trial.js'

/** Opens a store that is replaced by a new one when it is emptied. */
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
