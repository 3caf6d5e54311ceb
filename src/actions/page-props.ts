import { parseUiLocales } from '../http/ui-locales.js'
import type { PageProps } from '../pages/document.js'
import type { Services, Settings } from '../types/context.js'
import type { AuthRequest } from '../types/request.js'

/** What every built-in page shows. A `Context` has it. */
interface PageSource {
  readonly request: AuthRequest
  readonly origin: string
  /** The origin with the base path. */
  readonly authUrl: string
  readonly settings: Pick<Settings, 'theme'>
  readonly services: Pick<Services, 'getTranslations'>
}

/** Creates the properties that all built-in pages have, in the language of the request. */
export async function createPageProps({
  request,
  origin,
  authUrl,
  settings,
  services,
}: PageSource): Promise<PageProps> {
  const translations = await services.getTranslations(request)
  return { theme: settings.theme, translations, origin, authUrl, uiLocales: parseUiLocales(request) }
}
