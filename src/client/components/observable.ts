/** A state of a component, and who is notified of its changes. The functions do not use `this`. */
export interface Observable<State> {
  /** Returns the current state. The object stays the same until the state changes. */
  get(): State
  /** Adds a listener for changes. @returns function that removes it */
  subscribe(listener: () => void): () => void
}

/** An observable whose owner changes it. */
export interface WritableObservable<State> extends Observable<State> {
  /** Changes some members of the state. */
  update(change: Partial<State>): void
}

export function createObservable<State extends object>(initial: State): WritableObservable<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update(change) {
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener()
    },
  }
}
