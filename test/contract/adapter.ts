import { describe } from 'vitest'
import { accountContract } from './accounts.js'
import { authenticatorContract } from './authenticators.js'
import { creationContract } from './creation.js'
import { sessionContract } from './sessions.js'
import type { MakeSubject } from './subject.js'
import { textContract } from './text.js'
import { tokenContract } from './tokens.js'
import { userContract } from './users.js'

/**
 * What Latchkey expects of an adapter, as one suite over a factory of empty stores.
 *
 * @see spec behaviour.md section 20, which it contains
 */
export function adapterContract(name: string, make: MakeSubject): void {
  describe(`the contract, kept by ${name}`, () => {
    userContract(make)
    accountContract(make)
    creationContract(make)
    sessionContract(make)
    tokenContract(make)
    authenticatorContract(make)
    textContract(make)
  })
}
