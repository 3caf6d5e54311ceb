import type { Providers, ResolvedProvider } from '../types/resolved-provider.js'
import type { SignIn } from './field.js'
import type { Html } from './html.js'
import { logosOf, markOf, oauthButton } from './oauth-button.js'
import { passkeyForm } from './passkey-form.js'
import { credentialsForm, emailForm, type Place } from './sign-in-forms.js'

/** Buttons stand close together; forms are set apart. */
type Shape = 'button' | 'form'

/** How providers of one type appear on the sign-in page. */
interface Look<P> {
  readonly shape: Shape
  shown(provider: P): boolean
  render(page: SignIn, provider: P, place: Place): Html
  /** The addresses of the images it loads. */
  images(provider: P, origin: string): readonly string[]
  /** The mark on its button, as SVG markup; null where it has none, or an image in its place. */
  mark?(provider: P): Promise<string | null>
  /** What it cannot do without; loaded with the first page that has it. */
  readonly script?: () => Promise<string>
}

/** One provider as a way into the app. */
export interface Way {
  readonly id: string
  readonly type: keyof Providers
  readonly shape: Shape
  readonly shown: boolean
  render(page: SignIn, place: Place): Html
  images(origin: string): readonly string[]
  mark(): Promise<string | null>
  readonly script: (() => Promise<string>) | null
}

const always = () => true
const none = () => []
const oauth: Look<Providers['oauth']> = {
  shape: 'button',
  shown: always,
  render: oauthButton,
  images: logosOf,
  mark: markOf,
}

const looks: { readonly [T in keyof Providers]: Look<Providers[T]> } = {
  oauth,
  oidc: oauth,
  email: { shape: 'form', shown: always, render: emailForm, images: none },
  credentials: {
    shape: 'form',
    shown: ({ credentials }) => Object.keys(credentials ?? {}).length > 0,
    render: credentialsForm,
    images: none,
  },
  webauthn: {
    shape: 'form',
    shown: ({ formFields, simpleWebAuthnBrowserVersion: version }) =>
      Boolean(formFields) && version !== false,
    render: passkeyForm,
    images: none,
    script: async () => (await import('./passkey-script.js')).passkeyScript,
  },
}

/** The providers that have something to show. */
export function waysIn(providers: Iterable<ResolvedProvider>): readonly Way[] {
  return Array.from(providers, provider => way(provider.type, provider)).filter(({ shown }) => shown)
}

function way<T extends keyof Providers>(type: T, provider: Providers[T]): Way {
  const look = looks[type]
  return {
    id: provider.id,
    type,
    shape: look.shape,
    shown: look.shown(provider),
    render: (page, place) => look.render(page, provider, place),
    images: origin => look.images(provider, origin),
    mark: async () => (await look.mark?.(provider)) ?? null,
    script: look.script ?? null,
  }
}

/** The marks of the providers that have one, by id. */
export async function marksOf(ways: readonly Way[]): Promise<ReadonlyMap<string, string>> {
  const loaded = await Promise.all(ways.map(async way => [way.id, await way.mark()] as const))
  return new Map(loaded.flatMap(([id, mark]) => (mark === null ? [] : [[id, mark]])))
}
