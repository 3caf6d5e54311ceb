import { parseUiLocales } from '../http/ui-locales.js'
import type { PageProps } from '../pages/document.js'
import type { Context, Services, Settings } from '../types/context.js'
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

/** Only a whole context can tell what the banners of plugins say. */
function isContext(source: PageSource): source is Context {
  return 'jar' in source
}

/** Creates the properties that all built-in pages have, in the language of the request. */
export async function createPageProps(source: PageSource): Promise<PageProps> {
  const { request, origin, authUrl, settings, services } = source
  const translations = await services.getTranslations(request)
  const banners = isContext(source) ? await source.services.renderBanners?.(source) : undefined
  return { theme: settings.theme, translations, origin, authUrl, uiLocales: parseUiLocales(request), banners }
}
