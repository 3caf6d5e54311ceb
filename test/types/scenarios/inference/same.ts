import type { InferSession as IndexInferSession } from 'latchkey'
import type { InferSession as ExpressInferSession } from 'latchkey/express'
import type { InferSession as NodeInferSession } from 'latchkey/node'
import type { InferSession as ReactInferSession } from 'latchkey/react'
import type { InferSession as SolidInferSession } from 'latchkey/solid-start'
import type { InferSession as SvelteKitInferSession } from 'latchkey/sveltekit'
import type { InferSession } from 'latchkey/types'

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

interface Admin {
  expires: string
  user: { role: 'admin' }
}
declare function auth(): Promise<Admin | null>
interface Config {
  providers: []
  callbacks: { session: () => Admin }
}

/** Every module exports the same type, for functions and for configurations. */
export const same: [
  Is<InferSession<typeof auth>, Admin>,
  Is<InferSession<Config>, Admin>,
  Is<IndexInferSession<typeof auth | Config>, Admin>,
  Is<ExpressInferSession<typeof auth | Config>, Admin>,
  Is<NodeInferSession<typeof auth | Config>, Admin>,
  Is<ReactInferSession<typeof auth | Config>, Admin>,
  Is<SolidInferSession<typeof auth | Config>, Admin>,
  Is<SvelteKitInferSession<typeof auth | Config>, Admin>,
] = [true, true, true, true, true, true, true, true]
