import { renderToStream } from '@builder.io/qwik/server'
import { manifest } from '@qwik-client-manifest'
import Root from './root'

export default opts => renderToStream(<Root />, { manifest, ...opts })
