import createNextIntlPlugin from 'next-intl/plugin'

// Next would look for the root of the project at the lockfile of the repository.
export default createNextIntlPlugin('./i18n/request.js')({ turbopack: { root: import.meta.dirname } })
