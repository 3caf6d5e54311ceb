import {
  createSessionPlugin,
  Protect,
  SessionList,
  SignedIn,
  SignedOut,
  SignIn,
  UserButton,
  UserProfile,
} from 'latchkey/vue'
import { type App, createSSRApp, defineComponent, h, type PropType } from 'vue'
import { german, isStaff, type PageProps } from './props.js'

const Page = defineComponent({
  props: { page: { type: Object as PropType<PageProps>, required: true } },
  setup({ page: { view, providers, language } }) {
    const texts = language && german
    return () => [
      h('header', [
        h(
          UserButton,
          { signOutUrl: '/?view=none', texts: texts?.userButton },
          { default: () => h('a', { href: '/settings' }, 'Settings') },
        ),
      ]),
      h('main', [
        h('h1', 'Acme'),
        h('a', { href: '/help' }, 'Help'),
        h(SignedIn, () => h('p', { id: 'signed-in' }, 'Members only')),
        h(SignedOut, () => h('p', { id: 'signed-out' }, 'Visitors only')),
        h(
          Protect,
          { condition: isStaff },
          {
            default: () => h('p', { id: 'staff' }, 'Figures'),
            fallback: () => h('p', { id: 'not-staff' }, 'Staff only'),
          },
        ),
        h(
          Protect,
          { maxAge: 600 },
          {
            default: () => h('p', { id: 'recent' }, 'Recent'),
            fallback: () => h('p', { id: 'not-recent' }, 'Confirm'),
          },
        ),
        view === 'sign-in' &&
          h(SignIn, { passwords: true, callbackUrl: '/?view=none', providers, texts: texts?.signIn }),
        view === 'profile' && h(UserProfile, { locale: 'en-US' }),
        view === 'sessions' && h(SessionList, { locale: 'en-US' }),
      ]),
    ]
  },
})

/** Creates the app, on the server and in the browser. */
export function createPageApp(page: PageProps): App {
  return createSSRApp(Page, { page }).use(
    createSessionPlugin({ basePath: '/auth', ...('session' in page && { session: page.session }) }),
  )
}
