import { defineComponent, type PropType, type SlotsType, shallowRef, watchEffect } from 'vue'
import type { AssuranceLevel } from '../../../types/evidence.js'
import type { Session } from '../../../types/session.js'
import { getRemainingMs, isRequirementMet } from '../../components/requirement.js'
import { useSession } from '../session.js'

/**
 * Shows its content to signed-in users. Until the session is known, it shows nothing. It only hides: protect data on the server.
 *
 * @example
 * ```vue
 * <SignedIn><UserButton /></SignedIn>
 * ```
 */
export const SignedIn = /*#__PURE__*/ defineComponent({
  name: 'SignedIn',
  slots: {} as SlotsType<{ default: object }>,
  setup(_, { slots }) {
    const { status } = useSession()
    return () => (status.value === 'authenticated' ? slots.default?.({}) : null)
  },
})

/**
 * Shows its content to visitors. Until the session is known, it shows nothing.
 *
 * @example
 * ```vue
 * <SignedOut><a href="/auth/signin">Sign in</a></SignedOut>
 * ```
 */
export const SignedOut = /*#__PURE__*/ defineComponent({
  name: 'SignedOut',
  slots: {} as SlotsType<{ default: object }>,
  setup(_, { slots }) {
    const { status } = useSession()
    return () => (status.value === 'unauthenticated' ? slots.default?.({}) : null)
  },
})

/**
 * Shows its content if the session meets `acr`, `maxAge` and `condition`, and else the slot `fallback`. Until the session is known, it shows
 * nothing. It only hides: protect data on the server, with `requireAuth`.
 *
 * @example
 * ```vue
 * <Protect :condition="session => session.user?.email?.endsWith('@acme.example')">
 *   <a href="/admin">Administration</a>
 *   <template #fallback>Staff only</template>
 * </Protect>
 * ```
 */
export const Protect = /*#__PURE__*/ defineComponent({
  name: 'Protect',
  props: {
    acr: String as PropType<AssuranceLevel | undefined>,
    maxAge: Number as PropType<number | undefined>,
    condition: Function as PropType<((session: Session) => boolean) | undefined>,
  },
  slots: {} as SlotsType<{ default: object; fallback: object }>,
  setup(props, { slots }) {
    const { status, data } = useSession()
    const expired = shallowRef(0)
    watchEffect(onCleanup => {
      const remaining = data.value && getRemainingMs(data.value, props)
      if (remaining === null || typeof window === 'undefined') return
      const timer = setTimeout(() => expired.value++, remaining)
      onCleanup(() => clearTimeout(timer))
    })
    return () => {
      // Reading it renders again when `maxAge` has passed.
      void expired.value
      if (status.value === 'loading') return null
      const isMet = data.value !== null && isRequirementMet(data.value, props)
      return isMet ? slots.default?.({}) : slots.fallback?.({})
    }
  },
})
