import { type ComputedRef, computed, onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import type { Observable } from '../../components/observable.js'

/** Members of a state as refs. */
export type StateRefs<State> = { readonly [Name in keyof State]: ComputedRef<State[Name]> }

/** Returns the members of an observable as refs, which follow it until the component is unmounted. */
export function useObservable<State extends object>({ get, subscribe }: Observable<State>): StateRefs<State> {
  const state: ShallowRef<State> = shallowRef(get())
  onScopeDispose(
    subscribe(() => {
      state.value = get()
    }),
  )
  const names = Object.keys(state.value) as (keyof State)[]
  return Object.fromEntries(names.map(name => [name, computed(() => state.value[name])])) as StateRefs<State>
}
