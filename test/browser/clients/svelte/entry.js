import { mount, unmount } from 'svelte'
import { readOptions } from '../read-options.js'
import Page from './Page.svelte'

const page = mount(Page, { target: document.getElementById('root'), props: { options: readOptions() } })
Object.assign(window, { unmount: () => unmount(page) })
