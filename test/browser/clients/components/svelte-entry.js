import { hydrate, mount } from 'svelte'
import Page from './Page.svelte'
import { readProps } from './read-props.js'

const target = document.getElementById('root')
const start = target.hasChildNodes() ? hydrate : mount
start(Page, { target, props: { page: readProps() } })
document.documentElement.dataset.mounted = ''
