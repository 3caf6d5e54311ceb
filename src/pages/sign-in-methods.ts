import { findIdentifierField } from '../config/identifier-field.js'
import { requirePasskeyCode } from '../config/passkey-code.js'
import type { PagesOptions } from '../types/config.js'
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

/** All methods on one page, or first the field that says who signs in, and then what the visitor proves it with. */
export type SignInLayout = NonNullable<PagesOptions['layout']>

/** The layout of a method: buttons are grouped, forms are separated. */
export type MethodShape = 'button' | 'form'

/** Renders the providers of one type on the sign-in page. */
interface MethodRenderer<P> {
  readonly shape: MethodShape
  /** Whether a signed-in user can add an account of the provider. @default false */
  readonly isAddable?: boolean
  isShown(provider: P): boolean
  /** Whether the form asks for an email address. @default false */
  hasEmailField?(provider: P): boolean
  /** What separates several providers of the type. @default the type */
  getKind?(provider: P): string
  /** What the form asks for that says who signs in. @default null */
  getIdentifierType?(provider: P): IdentifierType | null
  /** Whether the form is only a button if the visitor said before who signs in. @default false */
  readonly isButtonWithIdentifier?: boolean
  render(page: SignInFormProps, provider: P, position: FormPosition): Html
  /** Returns the URLs of the images that the method loads. */
  getImageUrls(provider: P, origin: string): readonly string[]
  /** Loads the icon of the button as SVG markup. Null if the provider has no icon, or an image instead. */
  loadIcon?(provider: P): Promise<string | null>
  /** Loads the script that the method requires. */
  loadScript?(provider: P): Promise<string>
}

/** What says who signs in: an email address, or any text such as a user name. */
type IdentifierType = 'email' | 'text'

/** One provider on the sign-in page. */
export interface SignInMethod {
  readonly id: string
  /** `identifier` is the field that several methods share. */
  readonly type: keyof ProvidersByType | 'plugin' | 'identifier'
  /** The type. For emails, what they contain too. */
  readonly kind: string
  /** Whether a signed-in user can add it to their account on the sign-in page. */
  readonly isAddable: boolean
  /** Whether its provider or plugin signed a user in last in this browser. */
  readonly isLastUsed: boolean
  readonly shape: MethodShape
  readonly isShown: boolean
  readonly hasEmailField: boolean
  /** What the form asks for that says who signs in. Null if it asks for no such thing. */
  readonly identifierType: IdentifierType | null
  /** The layout if the visitor said before who signs in. */
  readonly shapeWithIdentifier: MethodShape
  render(page: SignInFormProps, position: FormPosition): Html
  getImageUrls(origin: string): readonly string[]
  loadIcon(): Promise<string | null>
  readonly loadScript: (() => Promise<string>) | null
}

const isAlwaysShown = () => true
const getNoImageUrls = () => []
const oauthRenderer: MethodRenderer<ProvidersByType['oauth']> = {
  shape: 'button',
  isAddable: true,
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
    getKind: ({ oneTimeCode }) => (oneTimeCode ? 'email-code' : 'email-link'),
    getIdentifierType: () => 'email',
    isButtonWithIdentifier: true,
    render: renderEmailForm,
    getImageUrls: getNoImageUrls,
  },
  credentials: {
    shape: 'form',
    isShown: ({ credentials }) => Object.keys(credentials ?? {}).length > 0,
    getIdentifierType: ({ credentials }) => findIdentifierField(credentials)?.type ?? null,
    render: renderCredentialsForm,
    getImageUrls: getNoImageUrls,
  },
  webauthn: {
    shape: 'form',
    isAddable: true,
    isShown: ({ formFields, simpleWebAuthnBrowserVersion: version }) =>
      Boolean(formFields) && version !== false,
    hasEmailField: hasEmailFormField,
    getIdentifierType: provider => (hasEmailFormField(provider) ? 'email' : null),
    isButtonWithIdentifier: true,
    render: renderPasskeyForm,
    getImageUrls: getNoImageUrls,
    loadScript: provider => requirePasskeyCode(provider).loadScript(),
  },
}

function hasEmailFormField({ formFields }: ProvidersByType['webauthn']): boolean {
  return formFields !== undefined && 'email' in formFields
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
    kind: renderer.getKind?.(provider) ?? type,
    isAddable: renderer.isAddable ?? false,
    isLastUsed: false,
    shape: renderer.shape,
    isShown: renderer.isShown(provider),
    hasEmailField: renderer.hasEmailField?.(provider) ?? false,
    identifierType: renderer.getIdentifierType?.(provider) ?? null,
    shapeWithIdentifier: renderer.isButtonWithIdentifier ? 'button' : renderer.shape,
    render: (page, position) => renderer.render(page, provider, position),
    getImageUrls: origin => renderer.getImageUrls(provider, origin),
    loadIcon: async () => (await renderer.loadIcon?.(provider)) ?? null,
    loadScript: renderer.loadScript?.bind(null, provider) ?? null,
  }
}

/** Loads the icons of the methods that have one, by provider id. */
export async function loadIcons(methods: readonly SignInMethod[]): Promise<ReadonlyMap<string, string>> {
  const loaded = await Promise.all(methods.map(async method => [method.id, await method.loadIcon()] as const))
  return new Map(loaded.flatMap(([id, icon]) => (icon === null ? [] : [[id, icon]])))
}

/** Loads the scripts of the methods, each one once. */
export async function loadScripts(methods: readonly SignInMethod[]): Promise<readonly string[]> {
  return [...new Set(await Promise.all(methods.flatMap(({ loadScript }) => loadScript?.() ?? [])))]
}

/** Returns the sign-in methods of plugins: a button that opens a page, or a form. A form with a password is on its page if all methods share one. */
export function listPluginMethods(
  methods: readonly PluginMethodProps[],
  layout: SignInLayout,
): readonly SignInMethod[] {
  return methods.map(method => createPluginMethod(layout === 'stacked' ? toPageLink(method) : method))
}

function toPageLink(method: PluginMethodProps): PluginMethodProps {
  return method.secret ? { ...method, url: method.pageUrl, field: null } : method
}

function createPluginMethod(method: PluginMethodProps): SignInMethod {
  const { id, field, secret } = method
  return {
    id,
    type: 'plugin',
    kind: id,
    shape: field ? 'form' : 'button',
    shapeWithIdentifier: secret ? 'form' : 'button',
    isShown: true,
    isAddable: false,
    isLastUsed: false,
    hasEmailField: field?.type === 'email',
    identifierType: field?.type ?? null,
    render: (page, position) => renderPluginMethod(page, method, position),
    getImageUrls: getNoImageUrls,
    loadIcon: async () => null,
    loadScript: null,
  }
}
