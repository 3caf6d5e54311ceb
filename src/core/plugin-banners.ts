import { toError } from '../base/to-error.js'
import type { Context } from '../types/context.js'
import { buildPluginContext } from './plugin-context.js'

/** Renders the banners of all plugins. A failure is logged: the page is shown without the banner. */
export async function renderBanners(ctx: Context): Promise<readonly { toString(): string }[]> {
  const banners: { toString(): string }[] = []
  for (const plugin of ctx.settings.plugins)
    try {
      const banner = await plugin.renderBanner?.(buildPluginContext(ctx, plugin))
      if (banner) banners.push(banner)
    } catch (error) {
      ctx.settings.logger.error(toError(error))
    }
  return banners
}
