import { renderToString } from 'react-dom/server'
import type { PageProps } from './props.js'
import { Page } from './react.js'

export const renderPage = (props: PageProps) => renderToString(<Page {...props} />)
