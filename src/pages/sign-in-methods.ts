import type { ProvidersByType, ResolvedProvider } from '../types/resolved-provider.js'
import type { SignInFormProps } from './form-fields.js'
import type { Html } from './html.js'
import { getLogoUrls, loadProviderIcon, renderOAuthButton } from './oauth-button.js'
import { renderPasskeyForm } from './passkey-form.js'
import {
  type FormPosition,
  type PluginMethodProps,
  renderCredentialsForm,
  renderEmailForm,
  renderPluginMethod,
} from './sign-in-forms.js'

/** The layout of a method: buttons are grouped, forms are separated. */
type MethodShape = 'button' | 'form'

/** Renders the providers of one type on the sign-in page. */
interface MethodRenderer<P> {
  readonly shape: MethodShape
  isShown(provider: P): boolean
  /** Whether the form asks for an email address. @default false */
  hasEmailField?(provider: P): boolean
  render(page: SignInFormProps, provider: P, position: FormPosition): Html
  /** Returns the URLs of the images that the method loads. */
  getImageUrls(provider: P, origin: string): readonly string[]
  /** Loads the icon of the button as SVG markup. Null if the provider has no icon, or an image instead. */
  loadIcon?(provider: P): Promise<string | null>
  /** Loads the script that the method requires. */
  readonly loadScript?: () => Promise<string>
}

/** One provider on the sign-in page. */
export interface SignInMethod {
  readonly id: string
  readonly type: keyof ProvidersByType | 'plugin'
  readonly shape: MethodShape
  readonly isShown: boolean
  readonly hasEmailField: boolean
  render(page: SignInFormProps, position: FormPosition): Html
  getImageUrls(origin: string): readonly string[]
  loadIcon(): Promise<string | null>
  readonly loadScript: (() => Promise<string>) | null
}

const isAlwaysShown = () => true
const getNoImageUrls = () => []
const oauthRenderer: MethodRenderer<ProvidersByType['oauth']> = {
  shape: 'button',
  isShown: isAlwaysShown,
  render: renderOAuthButton,
  getImageUrls: getLogoUrls,
  loadIcon: loadProviderIcon,
}

const methodRenderers: { readonly [T in keyof ProvidersByType]: MethodRenderer<ProvidersByType[T]> } = {
  oauth: oauthRenderer,
  oidc: oauthRenderer,
  email: {
    shape: 'form',
    isShown: isAlwaysShown,
    hasEmailField: () => true,
    render: renderEmailForm,
    getImageUrls: getNoImageUrls,
  },
  credentials: {
    shape: 'form',
    isShown: ({ credentials }) => Object.keys(credentials ?? {}).length > 0,
    render: renderCredentialsForm,
    getImageUrls: getNoImageUrls,
  },
  webauthn: {
    shape: 'form',
    isShown: ({ formFields, simpleWebAuthnBrowserVersion: version }) =>
      Boolean(formFields) && version !== false,
    hasEmailField: ({ formFields }) => formFields !== undefined && 'email' in formFields,
    render: renderPasskeyForm,
    getImageUrls: getNoImageUrls,
    loadScript: async () => (await import('./passkey-script.js')).passkeyScript,
  },
}

/** Returns the sign-in methods of the providers that the page shows. */
export function listSignInMethods(providers: Iterable<ResolvedProvider>): readonly SignInMethod[] {
  return Array.from(providers, provider => createSignInMethod(provider.type, provider)).filter(
    ({ isShown }) => isShown,
  )
}

function createSignInMethod<T extends keyof ProvidersByType>(
  type: T,
  provider: ProvidersByType[T],
): SignInMethod {
  const renderer = methodRenderers[type]
  return {
    id: provider.id,
    type,
    shape: renderer.shape,
    isShown: renderer.isShown(provider),
    hasEmailField: renderer.hasEmailField?.(provider) ?? false,
    render: (page, position) => renderer.render(page, provider, position),
    getImageUrls: origin => renderer.getImageUrls(provider, origin),
    loadIcon: async () => (await renderer.loadIcon?.(provider)) ?? null,
    loadScript: renderer.loadScript ?? null,
  }
}

/** Loads the icons of the methods that have one, by provider id. */
export async function loadIcons(methods: readonly SignInMethod[]): Promise<ReadonlyMap<string, string>> {
  const loaded = await Promise.all(methods.map(async method => [method.id, await method.loadIcon()] as const))
  return new Map(loaded.flatMap(([id, icon]) => (icon === null ? [] : [[id, icon]])))
}

/** Returns the sign-in methods of plugins: a button that opens a page, or a form with one field. */
export function listPluginMethods(methods: readonly PluginMethodProps[]): readonly SignInMethod[] {
  return methods.map(method => ({
    id: method.id,
    type: 'plugin',
    shape: method.field ? 'form' : 'button',
    isShown: true,
    hasEmailField: method.field?.type === 'email',
    render: (page, { buttonId }) => renderPluginMethod(page, method, buttonId),
    getImageUrls: getNoImageUrls,
    loadIcon: async () => null,
    loadScript: null,
  }))
}
