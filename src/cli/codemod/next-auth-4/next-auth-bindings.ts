import { type Binding, findBindings } from '../bindings.js'
import type { Token } from '../scanner.js'

/** Finds the names that `import` declarations take from modules of NextAuth 4. */
export function findNextAuthBindings(code: readonly Token[]): Binding[] {
  return findBindings(code, specifier => /^next-auth(?:\/|$)/.test(specifier))
}
