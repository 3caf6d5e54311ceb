import { createRoot, hydrateRoot } from 'react-dom/client'
import { Page } from './react.js'
import { readProps } from './read-props.js'

const root = document.getElementById('root') ?? document.body
const page = <Page {...readProps()} />
if (root.hasChildNodes()) hydrateRoot(root, page, { onRecoverableError: error => console.error(error) })
else createRoot(root).render(page)
document.documentElement.dataset.mounted = ''
